<?php

// What the table of cases cannot say: php -d zend.exception_ignore_args=0 own.php. Prints a line for each test.

declare(strict_types=1);

use Lintel\Client;
use Lintel\LintelError;
use Lintel\Request;
use Lintel\Response;

require __DIR__ . '/../autoload.php';

const KEY = 'avk_test_0123456789abcdef';

function client(callable $transport): Client
{
    return new Client(KEY, adminKey: 'adm_' . KEY, baseUrl: 'https://age.example', transport: $transport);
}

function json(int $status, array $body): Response
{
    return new Response($status, ['Content-Type' => 'application/json'], (string) json_encode($body));
}

$tests = [
    'no dump of a client or an error shows the key' => static function (): string {
        $client = client(static fn (Request $request): Response => json(401, ['message' => 'no such key: ' . KEY]));
        try {
            $client->status('ver_1');
        } catch (LintelError $error) {
        }
        ob_start();
        var_dump($client, $error);
        print_r([$client, $error]);
        var_export([$client->admin, $client->webhooks]);
        echo json_encode([$client, $error]), $error;
        print_r((array) $client);
        foreach ($error->getTrace() as $frame) {
            print_r($frame['args'] ?? []);
        }
        $text = (string) ob_get_clean();
        return str_contains($text, KEY) ? substr($text, max(0, strpos($text, KEY) - 300), 400) : '';
    },
    'a key that is refused is not in the trace either' => static function (): string {
        try {
            new Client(KEY . "\n" . KEY, baseUrl: 'https://age.example');
        } catch (LintelError $error) {
            return str_contains(print_r($error->getTrace(), true) . $error, KEY) ? 'it is' : '';
        }
        return 'no error';
    },
    'a client cannot be written to a session or a cache' => static function (): string {
        try {
            return serialize(client(static fn (Request $request): Response => json(200, [])));
        } catch (Exception) {
            return '';
        }
    },
    'a callable gets the request, and an empty array is an object where the interface has one' => static function (): string {
        $seen = null;
        $client = client(static function (Request $request) use (&$seen): Response {
            $seen = $request;
            return json(200, ['status' => 'pending']);
        });
        $client->start(['metadata' => [], 'methods' => [], 'minimumAge' => 21]);
        $expected = '{"metadata":{},"methods":[],"minimumAge":21}';
        return $seen->body === $expected && $seen->headers['x-tenant-api-key'] === KEY ? '' : (string) $seen->body;
    },
    'a misspelt option is refused by name' => static function (): string {
        try {
            client(static fn (Request $request): Response => json(200, []))->start([], ['idempotencykey' => 'x']);
        } catch (LintelError $error) {
            return str_contains($error->getMessage(), 'idempotencykey') ? '' : $error->getMessage();
        }
        return 'no error';
    },
    'all settings are read from where frameworks put them' => static function (): string {
        $body = '{"event":"verification.completed"}';
        $header = 't=1700000000,v1=' . hash_hmac('sha256', "1700000000.$body", 'whsec_x');
        foreach (['_ENV', '_SERVER'] as $place) {
            $settings = ['LINTEL_URL' => 'https://age.example', 'LINTEL_WEBHOOK_SECRET' => "whsec_other\nwhsec_x"];
            foreach ($settings as $name => $value) {
                $place === '_ENV' ? $_ENV[$name] = $value : $_SERVER[$name] = $value;
            }
            try {
                new Client();
                (new Lintel\Webhooks(static fn (): float => 1_700_000_000.0))->verify($body, $header);
            } catch (LintelError $error) {
                return "$place: {$error->getMessage()}";
            } finally {
                foreach (array_keys($settings) as $name) {
                    unset($_ENV[$name], $_SERVER[$name]);
                }
            }
        }
        return '';
    },
    "a token's signature leaves openssl's list of errors empty" => static function (): string {
        $ec = ['kty' => 'EC', 'crv' => 'P-256', 'kid' => 'k', 'x' => str_repeat('A', 42) . 'E', 'y' => str_repeat('A', 42) . 'E'];
        $client = client(static fn (Request $request): Response => json(200, ['keys' => [$ec]]));
        $part = static fn (array $fields): string => rtrim(strtr(base64_encode((string) json_encode($fields)), '+/', '-_'), '=');
        $token = $part(['alg' => 'ES256', 'typ' => 'JWT', 'kid' => 'k']) . '.' . $part([]) . '.' . str_repeat('A', 86);
        $result = $client->validate($token, ['offline' => true, 'audience' => 'ten_1']);
        return $result['reason'] === 'TOKEN_INVALID' && openssl_error_string() === false ? '' : print_r($result, true);
    },
];

$failed = 0;
foreach ($tests as $name => $test) {
    $wrong = $test();
    echo $wrong === '' ? "ok $name\n" : "not ok $name: $wrong\n";
    $failed += $wrong === '' ? 0 : 1;
}
exit($failed > 0 ? 1 : 0);
