<?php

declare(strict_types=1);

namespace Lintel;

use Lintel\Internal\Core;
use Lintel\Internal\Environment;

/**
 * Checks the X-Service-Signature header of webhooks. Needs no client and no network: (new Webhooks())->verify(…).
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class Webhooks
{
    private const MAX_HEADER_BYTES = 4096; // a header of this service has at most 150
    private const NOT_RAW = 'The body was parsed before it was checked, so its bytes are gone. Hand over the raw body: '
        . "file_get_contents('php://input'), \$request->getContent() in Laravel and Symfony, "
        . '(string) $request->getBody() in PSR-7';

    /** @param ?\Closure(): float $now Unix seconds */
    public function __construct(private readonly ?\Closure $now = null)
    {
    }

    /**
     * Returns the event of a webhook that is the service's own and fresh.
     *
     * @param mixed $rawBody the request's body exactly as it arrived, before any JSON parser: a string
     * @param ?string $header the value of X-Service-Signature
     * @param string|list<string>|null $secrets the endpoint's secret, or several while it is being rolled;
     *     LINTEL_WEBHOOK_SECRET if null (spaces separate several)
     * @param float $tolerance how many seconds the signature's time may lie from now, both ways
     * @return WebhookEvent
     * @throws WebhookVerificationError do not believe it; answer 401
     * @throws LintelError the signed body is no JSON
     */
    public function verify(
        mixed $rawBody,
        ?string $header,
        #[\SensitiveParameter] string|array|null $secrets = null,
        float $tolerance = 300,
    ): array {
        if ($rawBody instanceof \Stringable) {
            $rawBody = (string) $rawBody; // a PSR-7 stream
        }
        if (!is_string($rawBody)) {
            throw new WebhookVerificationError('body_not_raw', self::NOT_RAW);
        }
        $texts = self::texts($secrets);
        $keys = array_merge(...array_map(self::keys(...), $texts));
        if ($keys === []) {
            throw new WebhookVerificationError(
                'no_secret',
                "There is no webhook secret. Pass the endpoint's (whsec_…), or set LINTEL_WEBHOOK_SECRET",
            );
        }
        $parsed = self::parse($header ?? '');
        if ($parsed === null) {
            throw new WebhookVerificationError('malformed_header', self::malformed($header ?? ''));
        }
        [$timestamp, $signatures] = $parsed;

        $matches = 0;
        foreach ($keys as $key) { // no early exit: the time taken must reveal nothing
            $expected = hash_hmac('sha256', "$timestamp.$rawBody", $key);
            foreach ($signatures as $signature) {
                $matches += (int) hash_equals($expected, $signature);
            }
        }
        if ($matches === 0) {
            throw new WebhookVerificationError('signature_mismatch', self::mismatch($texts, $rawBody));
        }
        self::requireFresh((int) $timestamp, $this->now === null ? microtime(true) : ($this->now)(), $tolerance);
        $event = Core::parse($rawBody);
        if (!is_array($event) || array_is_list($event)) {
            throw new LintelError('The webhook is genuine, but its body is no JSON object');
        }
        return $event;
    }

    /**
     * Refuses what has no signature, before its body is read.
     *
     * @internal
     * @throws WebhookVerificationError
     */
    public static function requireForm(string $header): void
    {
        if (self::parse($header) === null) {
            throw new WebhookVerificationError('malformed_header', self::malformed($header));
        }
    }

    /**
     * Whether a webhook's id is signed with its body (Standard Webhooks 1.0.0: id.timestamp.body). X-Service-Signature covers the
     * body alone, so an id that is not looked at here could be anyone's.
     *
     * @internal
     * @param string|list<string>|null $secrets
     */
    public static function isIdSigned(string $signed, string $header, #[\SensitiveParameter] string|array|null $secrets): bool
    {
        $matches = 0;
        foreach (array_merge(...array_map(self::keys(...), self::texts($secrets))) as $key) {
            $secret = str_starts_with($key, 'whsec_') ? (string) base64_decode(substr($key, 6), true) : '';
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
            foreach (explode(' ', $header) as $given) {
                $matches += (int) ($secret !== '' && hash_equals($expected, $given));
            }
        }
        return $matches > 0;
    }

    /**
     * @param string|list<string>|null $secrets
     * @return list<string>
     */
    private static function texts(#[\SensitiveParameter] string|array|null $secrets): array
    {
        $secrets ??= preg_split('/\s+/', Environment::read('LINTEL_WEBHOOK_SECRET') ?? '') ?: [];
        return array_values(array_filter((array) $secrets, is_string(...)));
    }

    /**
     * What a secret as it was pasted can stand for: in white space or quotes, with the v1, of Standard Webhooks in front, or
     * without whsec_. Each is a reading of the same secret, so none weakens the check.
     *
     * @return list<string>
     */
    private static function keys(#[\SensitiveParameter] string $text): array
    {
        $bare = (string) preg_replace('/^(["\'])(.*)\1$/Ds', '$2', trim($text));
        $bare = trim((string) preg_replace('/^v1a?,/', '', $bare));
        return match (true) {
            $bare === '', $bare === 'whsec_' => [], // anyone can sign with a variable that is not set
            str_starts_with($bare, 'whsec_') => [$bare],
            default => [$bare, "whsec_$bare"],
        };
    }

    /**
     * Other keys, and v1 that are no SHA-256, are left to later versions of the scheme.
     *
     * @return ?array{string, list<string>}
     */
    private static function parse(string $header): ?array
    {
        if (strlen($header) > self::MAX_HEADER_BYTES) {
            return null;
        }
        $timestamps = $signatures = [];
        foreach (explode(',', $header) as $part) {
            [$key, $value] = array_map(trim(...), [...explode('=', $part, 2), '']);
            if ($key === 't') {
                $timestamps[] = $value;
            } elseif ($key === 'v1' && preg_match('/^[0-9a-f]{64}$/D', $value) === 1) {
                $signatures[] = $value;
            }
        }
        $isWhole = count($timestamps) === 1 && preg_match('/^[0-9]{1,12}$/D', $timestamps[0]) === 1 && $signatures !== [];
        return $isWhole ? [$timestamps[0], $signatures] : null;
    }

    private static function malformed(string $header): string
    {
        return match (true) {
            $header === '' => 'The header X-Service-Signature is missing. Hand over its value; a proxy may have dropped it',
            preg_match('/^v1a?,/', $header) === 1 =>
                'This is the header webhook-signature of Standard Webhooks. Hand over X-Service-Signature',
            default => 'X-Service-Signature is not of the form t=<Unix seconds>,v1=<64 hex digits>. '
                . 'Hand it over as it arrived, and once',
        };
    }

    /** @param list<string> $texts */
    private static function mismatch(#[\SensitiveParameter] array $texts, string $body): string
    {
        $isApiKey = static fn (string $text): bool => str_starts_with(ltrim($text), 'avk_');
        return match (true) {
            array_filter($texts, $isApiKey) !== [] =>
                "The secret is an API key. Use the endpoint's secret: it begins with whsec_, and the console shows it once",
            str_starts_with($body, 'ey') => // base64 of {"
                'The body is in base64. Decode it first: AWS Lambda says so by isBase64Encoded',
            default => 'No signature fits. Either the secret belongs to another endpoint or mode, or the body is not the one '
                . 'that arrived: hand over its raw bytes',
        };
    }

    private static function requireFresh(int $signedAt, float $now, float $tolerance): void
    {
        $age = $now - $signedAt;
        if ($age <= $tolerance && $age >= -$tolerance) {
            return;
        }
        $at = static fn (float $seconds): string => gmdate('Y-m-d\TH:i:s\Z', (int) $seconds);
        throw new WebhookVerificationError(
            $age < 0 ? 'timestamp_in_future' : 'timestamp_too_old',
            sprintf("The signature fits, but was made at %s, and this machine's clock says %s: ", $at($signedAt), $at($now))
            . sprintf('%.0f s apart, %g s allowed. Check the clock (NTP); if it is right, ', abs($age), $tolerance)
            . 'this is an old webhook sent again',
        );
    }
}
