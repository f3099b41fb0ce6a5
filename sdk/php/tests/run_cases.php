<?php

// Runs the table of cases (sdk/cases) against this package: php run_cases.php <stand-in's base URL> [live]
// Prints a line for each case and one of JSON at the end, as sdk/cases/README.md says.

declare(strict_types=1);

use Lintel\Internal\Clock;
use Lintel\LintelError;

require __DIR__ . '/../autoload.php';
require __DIR__ . '/handler_cases.php';
ini_set('precision', '17');
set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

final class Difference extends Exception
{
}

final class Skipped extends Exception
{
}

/** Starts where the case says. Sleeping takes no time and is recorded. */
final class FakeClock extends Clock
{
    /** @var list<float> */
    public array $waits = [];

    private float $jumped = 0;

    /** @param float $jump how far someone sets the clock during the first sleep */
    public function __construct(public float $at, private float $jump)
    {
    }

    public function elapsed(): float
    {
        return $this->at - $this->jumped;
    }

    public function now(): float
    {
        return $this->at;
    }

    public function sleep(float $seconds): void
    {
        $this->waits[] = $seconds;
        $this->at += $seconds + $this->jump;
        $this->jumped += $this->jump;
        $this->jump = 0;
    }
}

function check(bool $isSo, string $what): void
{
    if (!$isSo) {
        throw new Difference($what);
    }
}

function shown(mixed $value): string
{
    return (string) json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

/** Objects as stdClass: the table tells {} from []. */
function ask(string $url, ?string $body = null): mixed
{
    $options = ['method' => $body === null ? 'GET' : 'POST', 'content' => $body ?? '', 'header' => 'Content-Type: application/json'];
    return json_decode((string) file_get_contents($url, false, stream_context_create(['http' => $options])));
}

function subset(mixed $expected, mixed $actual, string $at): void
{
    if ($expected instanceof stdClass) {
        check(is_array($actual) && ($actual === [] || !array_is_list($actual)), "$at is " . shown($actual) . ', expected an object');
        foreach (get_object_vars($expected) as $key => $value) {
            check(array_key_exists($key, $actual), "$at.$key is absent");
            subset($value, $actual[$key], "$at.$key");
        }
    } elseif (is_array($expected)) {
        check(is_array($actual) && count($actual) === count($expected), "$at is " . shown($actual) . ', expected ' . shown($expected));
        foreach ($expected as $index => $value) {
            subset($value, $actual[$index], "{$at}[$index]");
        }
    } else {
        $isNumber = is_int($expected) || is_float($expected);
        $isSame = $isNumber ? (is_int($actual) || is_float($actual)) && $actual == $expected : $actual === $expected;
        check($isSame, "$at is " . shown($actual) . ', expected ' . shown($expected));
    }
}

function requestsMatch(stdClass $expect, array $seen): void
{
    if (isset($expect->requests)) {
        check(count($seen) === count($expect->requests), count($seen) . ' requests, expected ' . count($expect->requests));
        foreach ($expect->requests as $index => $want) {
            $got = $seen[$index];
            $at = 'request ' . ($index + 1);
            foreach (['method', 'path', 'query', 'body'] as $part) {
                if (property_exists($want, $part)) {
                    check($got->$part == $want->$part && gettype($got->$part) === gettype($want->$part), "$at: $part is " . shown($got->$part));
                }
            }
            foreach ($want->headers ?? [] as $name => $rule) {
                $actual = $got->headers->$name ?? null;
                if (is_string($rule)) {
                    check($actual === $rule, "$at: $name is " . shown($actual) . ', expected ' . shown($rule));
                } elseif (isset($rule->matches)) {
                    check($actual !== null && preg_match("\x01$rule->matches\x01", $actual) === 1, "$at: $name is " . shown($actual));
                } else {
                    check($actual === null, "$at: $name is there");
                }
            }
        }
    }
    foreach (['sameHeaderAcrossTries' => 1, 'differentHeaders' => count($seen)] as $kind => $count) {
        foreach ($expect->$kind ?? [] as $name) {
            $values = array_map(static fn (stdClass $got): ?string => $got->headers->$name ?? null, $seen);
            check(!in_array(null, $values, true) && count(array_unique($values)) === $count, "$name: " . shown($values));
        }
    }
}

function errorMatches(stdClass $expected, LintelError $error): void
{
    $isOne = array_filter((array) $expected->type, static fn (string $type): bool => is_a($error, "Lintel\\$type"));
    check($isOne !== [], $error::class . ": {$error->getMessage()}, expected " . shown($expected->type));
    check($expected->type !== 'LintelError' || $error::class === LintelError::class, $error::class . ', expected LintelError itself');
    foreach (['status', 'code', 'requestId', 'retryAfterSeconds', 'issues', 'reason'] as $name) {
        if (property_exists($expected, $name)) {
            $actual = $error->{$name === 'code' ? 'errorCode' : $name};
            $plain = json_decode((string) json_encode($actual));
            check($plain == $expected->$name && ($plain === null) === ($expected->$name === null), "$name is " . shown($actual));
        }
    }
    check(strlen($error->getMessage()) <= ($expected->messageAtMost ?? PHP_INT_MAX), strlen($error->getMessage()) . ' bytes');
    foreach ($expected->messageContains ?? [] as $text) {
        check(stripos($error->getMessage(), $text) !== false, "{$error->getMessage()} lacks $text");
    }
}

function hidesSecrets(Throwable $error, mixed $client, array $secrets): void
{
    ob_start();
    var_dump($error, $client);
    print_r($client);
    var_export($client === null ? null : [$client->webhooks]);
    $text = ob_get_clean() . $error . serialize($error->getMessage()) . json_encode($error) . json_encode($client);
    foreach ($secrets as $secret) {
        check(!is_string($secret) || strlen($secret) < 8 || !str_contains($text, $secret), 'an error shows a secret');
    }
}

function filled(mixed $value, array $known): mixed
{
    $lookUp = static function (string $path) use ($known): mixed {
        $found = $known;
        foreach (explode('.', $path) as $part) {
            $found = is_array($found) ? $found[$part] : $found->$part;
        }
        return $found;
    };
    if (is_string($value)) {
        if (preg_match('/^{{([\w.]+)}}$/', $value, $match) === 1) {
            return $lookUp($match[1]);
        }
        return preg_replace_callback('/{{([\w.]+)}}/', static fn (array $match): string => (string) $lookUp($match[1]), $value);
    }
    if ($value instanceof stdClass) {
        return (object) array_map(static fn (mixed $each): mixed => filled($each, $known), get_object_vars($value));
    }
    return is_array($value) ? array_map(static fn (mixed $each): mixed => filled($each, $known), $value) : $value;
}

/** As a PHP program would write it: arrays. */
function plain(mixed $value): mixed
{
    return json_decode((string) json_encode($value, JSON_PRESERVE_ZERO_FRACTION), true);
}

final class Runner
{
    private ?FakeClock $clock = null;
    private ?Lintel\Client $client = null;
    private string $baseUrl = 'https://age.example';
    private array $known;

    public function __construct(private readonly stdClass $case, private readonly string $standIn)
    {
        $this->clock = isset($case->clock) ? new FakeClock((float) $case->clock, (float) ($case->jump ?? 0)) : null;
        $this->known = [
            'unique' => bin2hex(random_bytes(8)),
            'tenantId' => (string) getenv('LINTEL_TENANT_ID'),
            'issuer' => getenv('LINTEL_ISSUER') ?: (string) getenv('LINTEL_URL'),
        ];
    }

    public function run(): void
    {
        if (isset($this->case->together)) {
            throw new Skipped('a PHP program does one thing at a time');
        }
        $seenUrl = null;
        if ($this->case->server === 'standin') {
            $made = ask("$this->standIn/script", (string) json_encode(['script' => $this->case->script ?? []]));
            [$this->baseUrl, $seenUrl] = [$made->baseUrl, $made->seenUrl];
        }
        if (isset($this->case->handler)) {
            (new HandlerCase($this->case, $this->makeClient()))->run();
        } else {
            foreach ($this->case->steps ?? [$this->case] as $step) {
                $this->step($step);
            }
        }
        $expect = $this->case->expect ?? new stdClass();
        if ($seenUrl !== null) {
            requestsMatch($expect, ask($seenUrl));
        }
        if (isset($expect->waits)) {
            check(count($this->clock->waits) === count($expect->waits), 'waited ' . shown($this->clock->waits));
            foreach ($expect->waits as $index => $want) {
                $got = $this->clock->waits[$index];
                check($want->min - 1e-6 <= $got && $got <= $want->max + 1e-6, "waited $got, expected " . shown($want));
            }
        }
    }

    private function step(stdClass $step): void
    {
        if ($this->clock !== null) {
            $this->clock->at += $step->advance ?? 0;
        }
        $expect = filled($step->expect ?? new stdClass(), $this->known);
        try {
            $this->client ??= $this->makeClient();
            $result = $this->invoke($step->call);
        } catch (LintelError $error) {
            $given = array_diff_key(get_object_vars($this->case->client ?? new stdClass()), ['baseUrl' => 1]);
            $secrets = ['avk_test_standin', 'adm_standin', ...array_values($given), ...(array) ($this->case->inputs->secrets ?? [])];
            hidesSecrets($error, $this->client, $secrets);
            if (!isset($expect->error)) {
                throw $error;
            }
            errorMatches($expect->error, $error);
            return;
        }
        check(!isset($expect->error), 'no error, but ' . shown($result));
        if (property_exists($expect, 'result')) {
            subset($expect->result, $result, 'result');
        }
        foreach ($expect->absent ?? [] as $name) {
            check(!array_key_exists($name, $result), "result.$name is there");
        }
        if (isset($step->as)) {
            $this->known[$step->as] = $result;
        }
    }

    private function makeClient(): Lintel\Client
    {
        $given = $this->case->client ?? new stdClass();
        $isLive = $this->case->server === 'live';
        $absent = [
            'apiKey' => $isLive ? getenv('LINTEL_API_KEY') : 'avk_test_standin',
            'adminKey' => $isLive ? (getenv('LINTEL_ADMIN_KEY') ?: null) : 'adm_standin',
            'baseUrl' => $isLive ? getenv('LINTEL_URL') : $this->baseUrl,
        ];
        $names = ['LINTEL_URL', 'LINTEL_API_KEY', 'LINTEL_ADMIN_KEY', 'LINTEL_WEBHOOK_SECRET'];
        $saved = array_map(getenv(...), $names);
        foreach ($names as $name) {
            putenv($name);
            unset($_ENV[$name], $_SERVER[$name]);
        }
        try {
            $arguments = [...$absent, ...get_object_vars($given)];
            $arguments['baseUrl'] .= $arguments['baseUrlSuffix'] ?? '';
            unset($arguments['baseUrlSuffix']);
            $client = new Lintel\Client(...array_filter($arguments, static fn (mixed $value): bool => $value !== null));
        } finally {
            foreach (array_combine($names, $saved) as $name => $value) {
                $value === false ? putenv($name) : putenv("$name=$value");
            }
        }
        if ($this->clock !== null) {
            (new ReflectionProperty(Lintel\Operations::class, 'core'))->getValue($client)->clock = $this->clock;
        }
        return $client;
    }

    private function invoke(stdClass $call): mixed
    {
        if ($call->operation === 'webhooks.verify') {
            $inputs = $call->inputs ?? $this->case->inputs;
            $body = $inputs->body;
            if ($body instanceof stdClass) {
                $body = isset($body->base64) ? base64_decode($body->base64) : plain($body->parsed);
            }
            $secrets = is_array($inputs->secrets ?? null) ? $inputs->secrets : (string) ($inputs->secrets ?? '');
            return $this->client->webhooks->verify($body, $inputs->header ?? null, $secrets, ...(isset($inputs->tolerance) ? ['tolerance' => $inputs->tolerance] : []));
        }
        $parts = explode('.', $call->operation);
        $method = array_pop($parts);
        $target = $this->client;
        foreach ($parts as $part) {
            $target = $target->$part;
        }
        $arguments = array_map(plain(...), filled($call->args ?? [], $this->known));
        $options = plain(filled($call->options ?? new stdClass(), $this->known));
        $reflected = new ReflectionMethod($target, $method);
        if ($options !== []) {
            $arguments['options'] = $options;
        }
        foreach ($reflected->getParameters() as $index => $parameter) {
            if (isset($arguments[$index]) && (string) $parameter->getType() === 'string' && !is_string($arguments[$index])) {
                throw new Skipped("PHP's types refuse it");
            }
        }
        return $target->$method(...$arguments);
    }
}

$counts = ['passed' => 0, 'failed' => 0, 'skipped' => 0];
$isLive = in_array('live', $argv, true);
$operations = [];
foreach ($isLive ? ask(getenv('LINTEL_URL') . '/openapi.json')->paths : [] as $methods) {
    foreach ($methods as $operation) {
        $operations[] = $operation->operationId;
    }
}
foreach (glob(__DIR__ . '/../../cases/*.json') ?: [] as $path) {
    $cases = json_decode((string) file_get_contents($path));
    foreach (is_array($cases) ? $cases : [] as $case) {
        if (($case->server === 'live') !== $isLive) {
            continue;
        }
        $missing = array_diff($case->needs ?? [], $operations);
        if ($missing !== []) {
            $counts['skipped']++;
            echo "skip $case->id: the service has no " . implode(', ', $missing) . "\n";
            continue;
        }
        try {
            (new Runner($case, $argv[1] ?? ''))->run();
            $counts['passed']++;
            echo "ok $case->id\n";
        } catch (Skipped $why) {
            $counts['skipped']++;
            echo "skip $case->id: {$why->getMessage()}\n";
        } catch (Throwable $why) {
            $counts['failed']++;
            $text = $why instanceof Difference ? $why->getMessage() : $why::class . ": {$why->getMessage()} {$why->getFile()}:{$why->getLine()}";
            echo "not ok $case->id: $text\n";
        }
    }
}
echo json_encode(['language' => 'php', 'version' => PHP_VERSION, ...$counts]), "\n";
exit($counts['failed'] > 0 ? 1 : 0);
