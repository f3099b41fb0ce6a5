<?php

// A webhook receiver in plain PHP. LINTEL_WEBHOOK_SECRET=whsec_… php -S localhost:4000 receiver.php

declare(strict_types=1);

require __DIR__ . '/../autoload.php'; // with Composer: vendor/autoload.php

try {
    $event = (new Lintel\Webhooks())->verify(
        file_get_contents('php://input'),
        $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null,
    );
} catch (Lintel\WebhookVerificationError $error) {
    http_response_code(401);
    exit($error->reason);
}
// A webhook may arrive twice: keep "$event[request_id]$event[event]" in your database, and do this once.
error_log($event['event'] . ' ' . json_encode($event['metadata']));
http_response_code(204);
