<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$token = getenv("TOKEN") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// A refused token is a result, not an exception.
$checked = $lintel->validate($token);
echo $checked['valid'] ? json_encode($checked['over18']) : $checked['reason'], "\n";
// end
