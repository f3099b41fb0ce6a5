<?php

// A webhook receiver in plain PHP. LINTEL_WEBHOOK_SECRET=whsec_… php -S localhost:4000 receiver.php

declare(strict_types=1);

require __DIR__ . '/../autoload.php'; // with Composer: vendor/autoload.php

$handler = new Lintel\WebhookHandler(
    on: ['default' => fn (array $event) => error_log($event['event'] . ' ' . json_encode($event['metadata']))],
    store: new Lintel\MemoryStore(), // remembers nothing from one request to the next: yours is PdoStore.php
);
$handler->receive(fopen('php://input', 'rb'), getallheaders())->send();
