<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client(); // with a key that may erase

// Everything about the ended verification is erased. Keep the receipt: it is signed.
$erased = $lintel->redact($verificationId);
echo $erased['redactedAt'], ' ', json_encode($erased['receipt'] !== ''), ' ', json_encode($erased['salt'] !== ''), "\n";
// end
