<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

$verification = $lintel->status($verificationId);
echo $verification['status'], ' ', json_encode($verification['result']['verified'] ?? null), "\n";
// end
