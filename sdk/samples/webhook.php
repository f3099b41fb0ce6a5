<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$body = getenv("BODY") ?: "";
$signature = getenv("SIGNATURE") ?: "";

// sample
use Lintel\Webhooks;
use Lintel\WebhookVerificationError;

// $body: the raw request body. $signature: the header X-Service-Signature.
try {
    $event = (new Webhooks())->verify($body, $signature); // reads LINTEL_WEBHOOK_SECRET
    echo $event['event'], "\n"; // answer 200, then do what the event asks for
} catch (WebhookVerificationError) {
    echo "refused\n"; // answer 401
}
// end
