<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client(); // with a test key

// What a tester would choose on the hosted page, for tests that run without a browser.
$ended = $lintel->simulate(['verificationId' => $verificationId, 'outcome' => 'approve']);
echo $ended['status'], ' ', json_encode($ended['result']['verified']), "\n";
// end
