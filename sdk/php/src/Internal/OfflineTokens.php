<?php

declare(strict_types=1);

namespace Lintel\Internal;

use Lintel\LintelApiError;
use Lintel\LintelConnectionError;
use Lintel\LintelError;
use Lintel\LintelTimeoutError;

/**
 * @internal Checks age tokens with the service's public keys, as POST /tokens/validate answers, but for what only the
 * service knows: whether the token was revoked.
 */
final class OfflineTokens
{
    private const MAX_BYTES = 4096; // this service's tokens have some 700
    private const REFETCH_SECONDS = 30; // at most so often for a kid that is not listed
    private const DEFAULT_MAX_AGE = 300;
    private const LONGEST_MAX_AGE = 86_400;
    private const LAST_SECOND = 253_402_300_799; // of the year 9999
    private const OPTIONS = ['audience', 'issuer', 'mode', 'tolerance', 'timeout', 'deadline'];
    // SubjectPublicKeyInfo of an uncompressed P-256 point (RFC 5480 §2).
    private const SPKI = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';

    /** @var ?array<string, \OpenSSLAsymmetricKey> */
    private ?array $keys = null;
    private float $fetchedAt = 0;
    private ?float $triedAt = null;
    private ?LintelError $failure = null;
    private float $maxAge = 0;

    public function __construct(private readonly Core $core, private readonly string $ownMode)
    {
    }

    /**
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    public function validate(#[\SensitiveParameter] string $token, array $options): array
    {
        Core::requireKnown($options, self::OPTIONS);
        $audience = $options['audience'] ?? '';
        $mode = $options['mode'] ?? $this->ownMode;
        $tolerance = $options['tolerance'] ?? 30;
        if (!is_string($audience) || $audience === '') {
            throw new LintelError("Offline validation needs the audience: your tenant's id (ten_…)");
        }
        if (!in_array($mode, ['live', 'test'], true)) {
            throw new LintelError('mode must be live or test');
        }
        if ((!is_int($tolerance) && !is_float($tolerance)) || !($tolerance >= 0) || is_infinite((float) $tolerance)) {
            throw new LintelError('tolerance must be a number of seconds, 0 or more');
        }
        $texts = strlen($token) <= self::MAX_BYTES ? explode('.', $token) : [];
        $parts = array_map(self::decode(...), $texts);
        if (count($parts) !== 3 || in_array(null, $parts, true)) {
            return self::refused('TOKEN_INVALID');
        }
        [$head, $body, $signature] = $parts;
        $kid = self::kidOf($head);
        $times = array_intersect_key($options, ['timeout' => 0, 'deadline' => 0]);
        $key = $kid === null ? null : $this->find($kid, $times);
        if ($key === null || !self::isSigned("$texts[0].$texts[1]", $signature, $key)) {
            return self::refused('TOKEN_INVALID');
        }
        $issuer = $options['issuer'] ?? $this->core->baseUrl;
        return $this->judge(Core::parse($body), $issuer, $audience, $mode, (float) $tolerance);
    }

    /** @return array{valid: false, over18: false, reason: string} */
    private static function refused(string $reason): array
    {
        return ['valid' => false, 'over18' => false, 'reason' => $reason];
    }

    /** Base64url that is the only text of its bytes (RFC 7515 §2). */
    private static function decode(mixed $part): ?string
    {
        if (!is_string($part) || preg_match('/^[A-Za-z0-9_-]+$/D', $part) !== 1) {
            return null;
        }
        $data = base64_decode(strtr($part, '-_', '+/'), true);
        $isExact = $data !== false && rtrim(strtr(base64_encode($data), '+/', '-_'), '=') === $part;
        return $isExact ? $data : null;
    }

    private static function kidOf(string $head): ?string
    {
        $header = Core::parse($head);
        // RFC 8725 §3.1: the algorithm is ours, never the token's. crit (RFC 7515 §4.1.11) names what we do not know.
        $isOurs = is_array($header) && ($header['alg'] ?? null) === 'ES256' && ($header['typ'] ?? null) === 'JWT'
            && !array_key_exists('crit', $header);
        return $isOurs && is_string($header['kid'] ?? null) ? $header['kid'] : null;
    }

    /** A JOSE signature is r and s of 32 bytes (RFC 7518 §3.4); openssl takes them as DER (RFC 3279 §2.2.3). */
    private static function isSigned(string $text, string $signature, \OpenSSLAsymmetricKey $key): bool
    {
        if (strlen($signature) !== 64) {
            return false;
        }
        $integers = '';
        foreach (str_split($signature, 32) as $number) {
            $number = ltrim($number, "\0");
            $number = $number === '' || ord($number[0]) > 0x7F ? "\0$number" : $number;
            $integers .= "\x02" . chr(strlen($number)) . $number;
        }
        $result = openssl_verify($text, "\x30" . chr(strlen($integers)) . $integers, $key, OPENSSL_ALGO_SHA256);
        while (openssl_error_string() !== false) {
            continue; // else the next caller of openssl would find them
        }
        return $result === 1;
    }

    /** A P-256 public key (RFC 7518 §6.2.1), or null; openssl refuses points that are not on the curve. */
    private static function keyOf(mixed $jwk): ?\OpenSSLAsymmetricKey
    {
        if (!is_array($jwk) || ($jwk['kty'] ?? null) !== 'EC' || ($jwk['crv'] ?? null) !== 'P-256') {
            return null;
        }
        if (($jwk['alg'] ?? 'ES256') !== 'ES256' || ($jwk['use'] ?? 'sig') !== 'sig') {
            return null;
        }
        $x = self::decode($jwk['x'] ?? null);
        $y = self::decode($jwk['y'] ?? null);
        if ($x === null || $y === null || strlen($x) !== 32 || strlen($y) !== 32) {
            return null;
        }
        $der = base64_encode((string) hex2bin(self::SPKI) . $x . $y);
        $key = openssl_pkey_get_public("-----BEGIN PUBLIC KEY-----\n" . chunk_split($der, 64, "\n") . "-----END PUBLIC KEY-----\n");
        while (openssl_error_string() !== false) {
            continue;
        }
        return $key === false ? null : $key;
    }

    /**
     * Fetches when first asked and when the keys are stale, and for a kid that is not listed at most once in 30 s, or forged
     * tokens could make us ask without end. While the service is away, the keys of the last day are used; without any, its
     * error counts for 30 s.
     *
     * @param array<string, mixed> $options timeout and deadline of the call
     */
    private function find(string $kid, array $options): ?\OpenSSLAsymmetricKey
    {
        $now = $this->core->clock->elapsed();
        $age = $now - $this->fetchedAt;
        $mayServe = $this->keys !== null && $age < self::LONGEST_MAX_AGE;
        $isNeeded = !$mayServe || $age >= $this->maxAge || !isset($this->keys[$kid]);
        $isRecent = $this->triedAt !== null && $now - $this->triedAt < self::REFETCH_SECONDS;
        if ($isNeeded && $isRecent && !$mayServe && $this->failure !== null) {
            throw $this->failure;
        }
        if ($isNeeded && !($isRecent && $mayServe)) {
            $this->triedAt = $now;
            $this->failure = null;
            try {
                $this->fetch($options);
            } catch (LintelError $error) {
                // A caller's own haste says nothing about the service.
                $this->failure = $error instanceof LintelTimeoutError && $options !== [] ? null : $error;
                if (!$mayServe || !($error instanceof LintelApiError || $error instanceof LintelConnectionError)) {
                    throw $error;
                }
            }
        }
        return $this->keys[$kid] ?? null;
    }

    /** @param array<string, mixed> $options */
    private function fetch(array $options): void
    {
        [$jwks, $headers] = $this->core->ask('GET', '/.well-known/jwks.json', null, $options);
        if (!is_array($jwks['keys'] ?? null) || !array_is_list($jwks['keys'])) {
            throw new LintelError("The service's keys at /.well-known/jwks.json are no JSON Web Key Set");
        }
        $this->keys = [];
        foreach ($jwks['keys'] as $jwk) {
            $key = self::keyOf($jwk);
            if ($key !== null && is_string($jwk['kid'] ?? null)) {
                $this->keys[$jwk['kid']] = $key;
            }
        }
        $this->fetchedAt = $this->triedAt = $this->core->clock->elapsed();
        $this->maxAge = self::maxAgeOf($headers['cache-control'] ?? '');
    }

    /** How many seconds keys may be used before they are fetched again (RFC 9111 §5.2.2). */
    private static function maxAgeOf(string $control): float
    {
        if (preg_match('/\bno-(store|cache)\b/i', $control) === 1) {
            return self::REFETCH_SECONDS;
        }
        $isTold = preg_match('/\bmax-age\s*=\s*"?(\d{1,9})/i', $control, $match) === 1;
        return min(max($isTold ? (int) $match[1] : self::DEFAULT_MAX_AGE, self::REFETCH_SECONDS), self::LONGEST_MAX_AGE);
    }

    /**
     * In the service's own order: shape and issuer, audience, mode, expiry.
     *
     * @return array<string, mixed>
     */
    private function judge(mixed $claims, mixed $issuer, string $audience, string $mode, float $tolerance): array
    {
        if (!is_string($issuer) || !is_array($claims) || !self::areClaims($claims)) {
            return self::refused('TOKEN_INVALID');
        }
        if (rtrim($claims['iss'], '/') !== rtrim($issuer, '/')) {
            return self::refused('TOKEN_INVALID');
        }
        if (($claims['aud'] ?? null) !== $audience) {
            return self::refused('TENANT_MISMATCH');
        }
        // A test proves nothing, so a token of the other mode is as unknown as it is online.
        if (isset($claims['test']) !== ($mode === 'test')) {
            return self::refused('TOKEN_NOT_FOUND');
        }
        if ($this->core->clock->now() >= $claims['exp'] + $tolerance) {
            return self::refused('TOKEN_EXPIRED');
        }
        return self::facts($claims);
    }

    /** @param array<mixed> $claims */
    private static function areClaims(array $claims): bool
    {
        foreach (['iss', 'sub', 'jti'] as $name) {
            if (!is_string($claims[$name] ?? null) || $claims[$name] === '') {
                return false;
            }
        }
        $numbers = ['exp', 'iat', 'minimum_age', ...(array_key_exists('verified_age', $claims) ? ['verified_age'] : [])];
        foreach ($numbers as $name) {
            if (!is_int($claims[$name] ?? null) || $claims[$name] < 0 || $claims[$name] > self::LAST_SECOND) {
                return false;
            }
        }
        return is_bool($claims['over18'] ?? null) && ($claims['verified'] ?? null) === true
            && (!array_key_exists('test', $claims) || $claims['test'] === true);
    }

    /**
     * @param array<string, mixed> $claims
     * @return array<string, mixed>
     */
    private static function facts(array $claims): array
    {
        $facts = [
            'valid' => true,
            'over18' => $claims['over18'],
            'verificationId' => $claims['sub'],
            'minimumAge' => $claims['minimum_age'],
            'expiresAt' => gmdate('Y-m-d\TH:i:s.000\Z', $claims['exp']),
        ];
        if (isset($claims['verified_age'])) {
            $facts['verifiedAge'] = $claims['verified_age'];
        }
        $ages = [];
        foreach ($claims as $name => $isOver) {
            if (preg_match('/^age_over_(\d{1,2})$/D', (string) $name, $match) === 1 && is_bool($isOver)) {
                $ages[(int) $match[1]] = $isOver;
            }
        }
        if ($ages !== []) {
            $facts['ageOver'] = $ages;
            $reached = array_keys($ages, true, true);
            $missed = array_keys($ages, false, true);
            $facts['band'] = [
                'atLeast' => $reached === [] ? null : max($reached),
                'below' => $missed === [] ? null : min($missed),
            ];
        }
        return $facts;
    }
}
