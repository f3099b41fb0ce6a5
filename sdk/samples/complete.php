<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// You know the age already: the service decides, and an approval has a token.
$decided = $lintel->complete(['verificationId' => $verificationId, 'verifiedAge' => 24]);
echo $decided['status'], ' ', json_encode(isset($decided['token'])), "\n";
// end
