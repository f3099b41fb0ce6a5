<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// You decided elsewhere: the service records it, without a token.
$recorded = $lintel->submit(['verificationId' => $verificationId, 'result' => 'approved']);
echo $recorded['status'], "\n";
// end
