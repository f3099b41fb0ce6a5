<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// The order was withdrawn: the person's page says that the check has ended.
$cancelled = $lintel->cancel($verificationId);
echo $cancelled['status'], ' ', $cancelled['error']['code'], "\n";
// end
