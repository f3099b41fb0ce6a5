<?php

// Asks for a status so many times with one client, and prints what came of each: php probe.php 2

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$client = new Lintel\Client(maxRetries: 0, timeout: (float) (getenv('PROBE_TIMEOUT') ?: 5));
$outcomes = [];
for ($time = 0; $time < (int) $argv[1]; $time++) {
    try {
        $outcomes[] = $client->status('ver_1')['status'];
    } catch (Lintel\LintelError $error) {
        $outcomes[] = substr($error::class, 7) . ": {$error->getMessage()}";
    }
}
echo json_encode($outcomes, JSON_UNESCAPED_SLASHES), "\n";
