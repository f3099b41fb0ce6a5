<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$verificationId = getenv("VERIFICATION_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// What your webhook endpoints were sent about it. Without an id: all events since a cursor.
$answer = $lintel->events(['verificationId' => $verificationId]);
foreach ($answer['events'] as $event) {
    echo $event['eventId'], ' ', $event['payload']['event'], "\n";
}
// end
