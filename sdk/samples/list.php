<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

// sample
use Lintel\Client;

$lintel = new Client();

$page = $lintel->list(['status' => 'completed', 'limit' => 20]);
foreach ($page['verifications'] as $verification) {
    echo $verification['verificationId'], ' ', $verification['status'], "\n";
}
// end
