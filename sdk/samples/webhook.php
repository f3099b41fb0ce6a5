<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$body = getenv("BODY") ?: "";
$headers = json_decode(getenv("HEADERS") ?: "{}", true);

// sample
use Lintel\MemoryStore;
use Lintel\WebhookHandler;

$handler = new WebhookHandler(
    on: ['verification.completed' => fn (array $event) => print("{$event['event']}\n")],
    store: new MemoryStore(), // in production a table of yours
);

// $body: the raw request body, or fopen('php://input', 'rb'). $headers: getallheaders().
$answer = $handler->receive($body, $headers);
echo "$answer->status $answer->text\n"; // the answer: 204, or 401 and why
// end
