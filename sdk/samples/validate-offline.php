<?php

declare(strict_types=1);

require getenv('LINTEL_PHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';

$token = getenv("TOKEN") ?: "";
$tenantId = getenv("TENANT_ID") ?: "";

// sample
use Lintel\Client;

$lintel = new Client();

// No call for each token: the public keys are fetched now and then. A revoked token is not noticed.
// mode: 'test' for the tokens of a test key, 'live' for those of a live key.
$checked = $lintel->validate($token, ['offline' => true, 'audience' => $tenantId, 'mode' => 'test']);
echo $checked['valid'] ? json_encode($checked['over18']) : $checked['reason'], "\n";
// end
