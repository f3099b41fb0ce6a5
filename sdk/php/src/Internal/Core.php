<?php

declare(strict_types=1);

namespace Lintel\Internal;

use Lintel\LintelApiError;
use Lintel\LintelConnectionError;
use Lintel\LintelError;
use Lintel\LintelTimeoutError;
use Lintel\Request;
use Lintel\Response;
use Lintel\Types;

/** @internal One call with its tries. */
final class Core
{
    /** application/json, or a type whose suffix says so (RFC 6839 §3.1). That the letters are somewhere in it is not enough. */
    private const JSON_TYPE = '/^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:[;,]|$)/i';

    public const VERSION = '0.9.1';
    private const CALL_OPTIONS = ['idempotencyKey', 'timeout', 'deadline'];
    private const STILL_RUNNING = ['IDEMPOTENCY_IN_PROGRESS', 'DELIVERY_IN_PROGRESS'];
    private const NOT_AGAIN = ['QUOTA_EXCEEDED', 'HARD_LIMIT_EXCEEDED'];

    public Clock $clock;

    /**
     * @param array{tenant: ?\SensitiveParameterValue, admin: ?\SensitiveParameterValue} $keys
     * @param \Closure(Request): Response $transport
     */
    public function __construct(
        private readonly array $keys,
        public readonly string $baseUrl,
        private readonly float $timeout,
        public readonly float $deadline,
        private readonly int $maxRetries,
        private readonly \Closure $transport,
    ) {
        $this->clock = new Clock();
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    /** Fills in ids, escaped: an id cannot become another path (RFC 3986 §3.3). */
    public static function path(string $template, string ...$ids): string
    {
        return (string) preg_replace_callback('/{(\w+)}/', static function (array $match) use (&$ids): string {
            $id = (string) array_shift($ids);
            // A segment of dots means a folder, even in its escaped form (RFC 3986 §5.2.4).
            if (in_array($id, ['', '.', '..'], true)) {
                throw new LintelError("$match[1] is missing, or is no id");
            }
            return rawurlencode($id);
        }, $template);
    }

    /**
     * @param array<string, mixed> $options
     * @param array<string, mixed> $query
     * @param array<string, mixed> $body
     * @return array<mixed>
     */
    public function call(
        string $method,
        string $path,
        ?string $credential,
        array $options = [],
        array $query = [],
        array $body = [],
        ?string $page = null,
    ): array {
        [$value, $headers] = $this->ask($method, $path, $credential, $options, $query, $body);
        return $page === null ? $value : [$page => $value, 'nextCursor' => self::nextCursor($headers['link'] ?? '')];
    }

    /**
     * As call, with the answer's headers.
     *
     * @param array<string, mixed> $options
     * @param array<string, mixed> $query
     * @param array<string, mixed> $body
     * @return array{array<mixed>, array<string, string>}
     */
    public function ask(
        string $method,
        string $path,
        ?string $credential,
        array $options = [],
        array $query = [],
        array $body = [],
    ): array {
        self::requireKnown($options, self::CALL_OPTIONS);
        $headers = $this->headersFor($method, $credential, $options['idempotencyKey'] ?? null);
        $url = $this->baseUrl . $path . self::queryString($query);
        $content = in_array($method, ['POST', 'PATCH'], true) ? self::encode($body) : null;
        $timeout = self::seconds('timeout', $options['timeout'] ?? $this->timeout);
        $deadline = self::seconds('deadline', $options['deadline'] ?? $this->deadline);
        $endsAt = $this->clock->elapsed() + $deadline;
        for ($retries = 0; ; $retries++) {
            $remaining = $endsAt - $this->clock->elapsed();
            if ($remaining <= 0) {
                throw new LintelTimeoutError(sprintf('no answer within the deadline of %.3g s', $deadline));
            }
            try {
                $response = ($this->transport)(
                    new Request($method, $url, $headers, $content, min($timeout, $remaining)),
                );
                $key = $this->keys[$credential ?? ''] ?? null;
                if ($response->status >= 400) {
                    throw self::errorOf($response, $this->clock->now(), $key);
                }
                return [self::valueOf($response, $key), $response->headers];
            } catch (LintelApiError | LintelConnectionError $error) {
                if ($retries >= $this->maxRetries || !self::isWorthAnother($method, $error)) {
                    throw $error;
                }
                $told = $error instanceof LintelApiError ? $error->retryAfterSeconds : null;
                // A random time up to 0.5 s, 1 s, 2 s, … 8 s.
                $wait = $told ?? min(8.0, 0.5 * 2 ** $retries) * random_int(0, 1_000_000) / 1_000_000;
                if ($this->clock->elapsed() + $wait >= $endsAt) {
                    throw $error;
                }
            }
            $this->clock->sleep($wait);
        }
    }

    /**
     * @param array<string, mixed> $options
     * @param list<string> $known
     */
    public static function requireKnown(array $options, array $known): void
    {
        $unknown = array_diff(array_keys($options), $known);
        if ($unknown !== []) {
            throw new LintelError('Unknown option ' . implode(', ', $unknown) . '. Known: ' . implode(', ', $known));
        }
    }

    public static function seconds(string $name, mixed $value): float
    {
        if ((!is_int($value) && !is_float($value)) || !($value > 0) || is_infinite((float) $value)) {
            throw new LintelError("$name must be a number of seconds above 0");
        }
        return (float) $value;
    }

    /** Seconds, from either form (RFC 9110 §10.2.3). */
    public static function retryAfter(?string $text, float $now): ?float
    {
        $text = trim($text ?? '');
        if (preg_match('/^[0-9]{1,9}$/', $text) === 1) {
            return (float) $text;
        }
        $at = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $text, new \DateTimeZone('UTC'));
        return $at === false ? null : max(0.0, (float) $at->getTimestamp() - $now);
    }

    /** The JSON value, or null where the text is no JSON. Ids of many digits stay texts. */
    public static function parse(string $json): mixed
    {
        return json_decode($json, true, 512, JSON_BIGINT_AS_STRING);
    }

    /** @return array<string, string> */
    private function headersFor(string $method, ?string $credential, mixed $idempotencyKey): array
    {
        $headers = ['Accept' => 'application/json', 'User-Agent' => 'lintel-php/' . self::VERSION];
        if ($credential !== null) {
            $key = $this->keys[$credential] ?? null;
            if ($key === null) {
                $how = $credential === 'tenant' ? 'apiKey or set LINTEL_API_KEY' : 'adminKey or set LINTEL_ADMIN_KEY';
                throw new LintelError("This call needs a key: give $how");
            }
            $headers[$credential === 'tenant' ? 'x-tenant-api-key' : 'x-admin-key'] = (string) $key->getValue();
        }
        if ($method === 'POST' || $method === 'PATCH') {
            $headers['Content-Type'] = 'application/json';
        }
        if ($method === 'POST') {
            if ($idempotencyKey !== null && (!is_string($idempotencyKey) || preg_match('/^[!-~]{1,255}$/D', $idempotencyKey) !== 1)) {
                throw new LintelError('idempotencyKey must be 1 to 255 printable ASCII characters without spaces');
            }
            // Made before the first try and kept over all of them: the service answers a repeat with the first answer.
            $headers['Idempotency-Key'] = $idempotencyKey ?? bin2hex(random_bytes(16));
        }
        return $headers;
    }

    /** @param array<string, mixed> $fields */
    private static function queryString(array $fields): string
    {
        $texts = [];
        foreach ($fields as $name => $value) {
            if ($value !== null) {
                $value = is_bool($value) ? ($value ? 'true' : 'false') : $value;
                $texts[$name] = is_array($value) ? implode(',', $value) : (string) $value;
            }
        }
        return $texts === [] ? '' : '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    /** @param array<string, mixed> $body */
    private static function encode(array $body): string
    {
        $objects = static function (array $fields) use (&$objects): array {
            foreach ($fields as $name => $value) {
                if (is_array($value)) {
                    // PHP has one empty array for two things.
                    $isObject = $value === [] && in_array($name, Types::OBJECTS, true);
                    $fields[$name] = $isObject ? new \stdClass() : $objects($value);
                }
            }
            return $fields;
        };
        try {
            $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
            return json_encode((object) $objects($body), $flags);
        } catch (\JsonException $error) {
            throw new LintelError('The fields cannot be written as JSON: ' . $error->getMessage());
        }
    }

    private static function errorOf(Response $response, float $now, ?\SensitiveParameterValue $key): LintelApiError
    {
        $body = self::parse($response->body);
        $body = is_array($body) ? $body : [];
        $nested = is_array($body['error'] ?? null) ? $body['error'] : [];
        $first = static function (int $most, mixed ...$values) use ($key): ?string {
            foreach ($values as $value) {
                if (is_string($value) && $value !== '') {
                    return self::safe($value, $key, $most);
                }
            }
            return null;
        };
        $text = static fn (mixed ...$values): ?string => $first(1000, ...$values);
        $told = $body['retryAfterSeconds'] ?? $nested['retryAfterSeconds'] ?? null;
        $isNumber = (is_int($told) || is_float($told)) && $told >= 0 && $told < 1e9;
        $issues = is_array($body['issues'] ?? null) ? $body['issues'] : [];
        return LintelApiError::of(
            $response->status,
            $first(100, $body['code'] ?? null, $nested['code'] ?? null),
            $text($body['message'] ?? null, $nested['message'] ?? null) 
                ?? "HTTP $response->status without the service's error body: look at what stands in between, a proxy perhaps",
            $first(
                100,
                $body['requestId'] ?? null,
                $body['request_id'] ?? null,
                $response->headers['x-request-id'] ?? null,
            ),
            array_map(static fn (array $issue): array => [
                'path' => $text($issue['path'] ?? null) ?? '',
                'message' => $text($issue['message'] ?? null) ?? '',
            ], array_slice(array_values(array_filter($issues, is_array(...))), 0, 100)),
            self::retryAfter($response->headers['retry-after'] ?? null, $now) ?? ($isNumber ? (float) $told : null),
        );
    }

    /**
     * A server's words for an error, which ends up in logs: it may repeat what it was sent, and at any length.
     *
     * @param int $most characters
     */
    private static function safe(string $text, ?\SensitiveParameterValue $key, int $most): string
    {
        // Before it is cut, or the beginning would stay.
        $plain = $key === null ? $text : str_replace((string) $key->getValue(), '[key]', $text);
        if (strlen($plain) <= $most) {
            return $plain;
        }
        $isText = preg_match("/^.{0,$most}/us", $plain, $match) === 1;
        return ($isText ? $match[0] : substr($plain, 0, $most)) . '…';
    }

    private static function isWorthAnother(string $method, LintelError $error): bool
    {
        // What came through is not repeated unless the service can tell that it is a repeat.
        $isSafe = $method === 'GET' || $method === 'POST';
        return match (true) {
            $error instanceof LintelConnectionError => $isSafe && !$error->isFinal,
            !$error instanceof LintelApiError => false,
            $error->status === 429 => !in_array($error->errorCode, self::NOT_AGAIN, true),
            $error->status === 409 => $isSafe && in_array($error->errorCode, self::STILL_RUNNING, true),
            default => $isSafe && ($error->status === 408 || ($error->status >= 500 && $error->status !== 501)),
        };
    }

    /** @return array<mixed> */
    private static function valueOf(Response $response, ?\SensitiveParameterValue $key): array
    {
        if ($response->status < 200) {
            throw new LintelConnectionError("the answer has status $response->status, which is no final one", true);
        }
        if ($response->status >= 300) {
            throw new LintelConnectionError(
                'the service answered with a redirect, which is not followed so that the key stays here: '
                . 'use the final address as the base URL',
                true,
            );
        }
        $kind = self::safe($response->headers['content-type'] ?? 'no content type', $key, 100);
        $value = preg_match(self::JSON_TYPE, $kind) === 1 ? self::parse($response->body) : null;
        if (!is_array($value)) {
            throw new LintelConnectionError("the answer is no JSON ($kind): check that the base URL is the service's", true);
        }
        return $value;
    }

    /** The cursor of the next page (RFC 8288, rel="next"). */
    private static function nextCursor(string $link): ?string
    {
        preg_match_all('/<([^>]*)>([^<]*)/', $link, $targets, PREG_SET_ORDER);
        foreach ($targets as [, $target, $parameters]) {
            if (preg_match('/;\s*rel="?next"?/', $parameters) === 1) {
                parse_str((string) parse_url($target, PHP_URL_QUERY), $query);
                return is_string($query['cursor'] ?? null) ? $query['cursor'] : null;
            }
        }
        return null;
    }
}
