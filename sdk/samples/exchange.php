<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";
$code = getenv("CODE") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// $verificationId is from the person's session, $code from the address that they came back to.
$exchanged = $lintel->exchange(['verificationId' => $verificationId, 'code' => $code]);
echo json_encode($exchanged['over18']), ' ', json_encode($exchanged['token'] !== ''), "\n";
// end
