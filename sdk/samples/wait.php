<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// Asks again until the verification is completed, failed or expired.
$ended = $lintel->wait($verificationId, ['timeout' => 600]);
echo $ended['status'], ' ', json_encode($ended['result']['verified'] ?? null), "\n";
// end
