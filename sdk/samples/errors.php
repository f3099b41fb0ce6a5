<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

// sample
use Lintel\Client;
use Lintel\LintelApiError;
use Lintel\LintelConnectionError;

$lintel = new Client();

try {
    $lintel->status('ver_unknown');
} catch (LintelApiError $error) {
    echo $error->status, ' ', $error->errorCode, ' ', $error->requestId, "\n";
} catch (LintelConnectionError) {
    echo "no answer, after three tries\n";
}
// end
