<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

// sample
use Lintel\Client;

$lintel = new Client(); // reads LINTEL_URL and LINTEL_API_KEY

$verification = $lintel->start([
    'minimumAge' => 18,
    'callback_url' => 'https://shop.example/age-checked',
]);
echo $verification['verificationId'], ' ', $verification['sessionUrl'], "\n";
// end
