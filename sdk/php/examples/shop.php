<?php

declare(strict_types=1);

require getenv('LINTEL_PHP') ?: 'vendor/autoload.php';

session_start(); // which verifications this browser started
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($path === '/') {
    echo '<h1>Wine</h1><a href="/buy">Buy a bottle</a>';
} elseif ($path === '/buy') {
    $client = new Lintel\Client(); // reads LINTEL_URL and LINTEL_API_KEY
    $verification = $client->start([
        'minimumAge' => 18,
        'callback_url' => 'http://localhost:4000/back',
        'metadata' => ['order' => 'A-1001'],
    ]);
    $_SESSION['started'] = $verification['verificationId'];
    header("Location: {$verification['redirectUrl']}");
} elseif ($path === '/back') {
    $id = $_GET['verificationId'] ?? '';
    if ($id === '' || $id !== ($_SESSION['started'] ?? null)) {
        http_response_code(404);
        exit('We did not start this.');
    }
    // The address says how it went, but anyone can write an address: ask.
    $outcome = (new Lintel\Client())->status($id);
    echo ($outcome['result']['verified'] ?? false)
        ? 'Thank you, the wine is on its way.'
        : 'Sorry, no wine.';
} elseif ($path === '/hooks/age') {
    // It hands over each event once, if the store remembers: MemoryStore does not in PHP, PdoStore.php of the examples does.
    $handler = new Lintel\WebhookHandler(
        on: ['verification.completed' => function (array $event): void {
            error_log("webhook: {$event['event']} " . json_encode($event['metadata']));
        }],
        store: new Lintel\MemoryStore(),
    );
    $handler->receive(fopen('php://input', 'rb'), getallheaders())->send();
} else {
    http_response_code(404);
}
