<?php

// Asks each server of a list once, and prints what came of it as a line of JSON: php hostile.php < list

declare(strict_types=1);

require __DIR__ . '/../autoload.php';
set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

$given = json_decode((string) stream_get_contents(STDIN));
foreach ($given->servers as $one) {
    $began = hrtime(true);
    $outcome = ['id' => $one->id];
    try {
        $client = new Lintel\Client($given->key, baseUrl: $one->baseUrl, timeout: $given->timeout, deadline: $given->deadline, maxRetries: $one->maxRetries);
        $result = $one->operation === 'status' ? $client->status('ver_1') : $client->validate('x.y.z');
        $outcome['result'] = $result === [] ? new stdClass() : $result;
    } catch (Throwable $error) {
        ob_start();
        var_dump($error);
        $outcome += [
            'error' => $error::class,
            'isOurs' => $error instanceof Lintel\LintelError,
            'message' => $error->getMessage(),
            'dump' => ob_get_clean() . $error . json_encode($error, JSON_PARTIAL_OUTPUT_ON_ERROR),
        ];
    }
    $outcome['seconds'] = (hrtime(true) - $began) / 1e9;
    echo json_encode($outcome, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
