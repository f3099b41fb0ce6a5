<?php

declare(strict_types=1);

namespace Lintel;

use Lintel\Internal\Core;

/**
 * Checks the X-Service-Signature header of webhooks. Needs no client and no network: (new Webhooks())->verify(…).
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class Webhooks
{
    private const MAX_HEADER_BYTES = 4096; // a header of this service has at most 150
    private const NOT_RAW = 'The body was parsed before its signature was checked. Pass the bytes as they arrived: '
        . "file_get_contents('php://input'), \$request->getContent() in Laravel and Symfony, "
        . '(string) $request->getBody() in PSR-7.';

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
        $keys = self::keys($secrets);
        if ($keys === []) {
            throw new WebhookVerificationError('no_secret', "No secret: pass the endpoint's, or set LINTEL_WEBHOOK_SECRET");
        }
        $parsed = self::parse($header ?? '');
        if ($parsed === null) {
            throw new WebhookVerificationError(
                'malformed_header',
                'X-Service-Signature is missing, or not of the form t=<Unix seconds>,v1=<64 hex digits>',
            );
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
            throw self::mismatch($keys);
        }
        self::requireFresh((int) $timestamp, $this->now === null ? microtime(true) : ($this->now)(), $tolerance);
        $event = Core::parse($rawBody);
        if (!is_array($event) || array_is_list($event)) {
            throw new WebhookVerificationError('body_not_json', 'The signature is right, but the body is no JSON object');
        }
        return $event;
    }

    /**
     * @param string|list<string>|null $secrets
     * @return list<string>
     */
    private static function keys(#[\SensitiveParameter] string|array|null $secrets): array
    {
        $secrets ??= preg_split('/\s+/', (string) getenv('LINTEL_WEBHOOK_SECRET')) ?: [];
        $keys = [];
        foreach ((array) $secrets as $text) {
            // As it is often pasted: with line ends, in quotes, or with the name of the scheme in front.
            $text = is_string($text) ? trim(trim(trim($text), '"\'')) : '';
            $text = trim((string) preg_replace('/^v1,/', '', $text));
            if ($text !== '') { // anyone can sign with a variable that is not set
                $keys[] = $text;
            }
        }
        return $keys;
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

    /** @param list<string> $keys */
    private static function mismatch(#[\SensitiveParameter] array $keys): WebhookVerificationError
    {
        $message = 'The signature does not fit: another secret, or a body that was changed on its way';
        $isWhole = array_filter($keys, static fn (string $key): bool => str_starts_with($key, 'whsec_')) !== [];
        $hint = $isWhole ? '' : ". No secret begins with whsec_: copy the endpoint's whole secret";
        return new WebhookVerificationError('signature_mismatch', $message . $hint);
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
            sprintf('Signed at %s, and it is %s here, more than %g s apart: ', $at($signedAt), $at($now), $tolerance)
            . 'a repeat of an old webhook, or a clock that is wrong',
        );
    }
}
