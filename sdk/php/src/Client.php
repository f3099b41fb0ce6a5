<?php

declare(strict_types=1);

namespace Lintel;

use Lintel\Internal\Core;
use Lintel\Internal\CurlTransport;
use Lintel\Internal\Environment;
use Lintel\Internal\OfflineTokens;

/**
 * Calls the service.
 *
 *     $lintel = new Lintel\Client(); // reads LINTEL_URL and LINTEL_API_KEY
 *     $verification = $lintel->start(['callback_url' => 'https://shop.example/back']);
 *     header('Location: ' . $verification['redirectUrl']);
 *
 * @phpstan-import-type StatusResponse from Types
 * @phpstan-import-type ValidateResponse from Types
 */
final class Client extends Operations
{
    /** Checks the signatures of webhooks; needs no key. */
    public readonly Webhooks $webhooks;

    private readonly OfflineTokens $tokens;

    /**
     * @param ?string $apiKey the tenant's key; LINTEL_API_KEY if absent
     * @param ?string $adminKey for $client->admin only; LINTEL_ADMIN_KEY if absent
     * @param ?string $baseUrl the service's address; LINTEL_URL if absent
     * @param float $timeout seconds for one try
     * @param float $deadline seconds for all tries of a call and the waits between them
     * @param int $maxRetries how many more tries follow a first one that failed for a passing reason
     * @param ?callable(Request): Response $transport sends in place of curl, without following redirects
     * @throws LintelError an argument is wrong; the text says which
     */
    public function __construct(
        #[\SensitiveParameter] ?string $apiKey = null,
        #[\SensitiveParameter] ?string $adminKey = null,
        ?string $baseUrl = null,
        float $timeout = 10,
        float $deadline = 30,
        int $maxRetries = 2,
        ?callable $transport = null,
    ) {
        if ($maxRetries < 0) {
            throw new LintelError('maxRetries must be 0 or more');
        }
        $keys = [
            'tenant' => self::key('apiKey', $apiKey ?? Environment::read('LINTEL_API_KEY')),
            'admin' => self::key('adminKey', $adminKey ?? Environment::read('LINTEL_ADMIN_KEY')),
        ];
        parent::__construct(new Core(
            $keys,
            self::baseUrl($baseUrl ?? Environment::read('LINTEL_URL') ?? ''),
            Core::seconds('timeout', $timeout),
            Core::seconds('deadline', $deadline),
            $maxRetries,
            \Closure::fromCallable($transport ?? new CurlTransport()),
        ));
        $this->webhooks = new Webhooks(fn (): float => $this->core->clock->now());
        $isTest = str_starts_with((string) $keys['tenant']?->getValue(), 'avk_test_');
        $this->tokens = new OfflineTokens($this->core, $isTest ? 'test' : 'live');
    }

    /** @return array<string, mixed> without the keys */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->core->baseUrl];
    }

    /**
     * The state of a verification.
     *
     * @param array{expand?: list<'config'|'metadata'|'attempts'>, timeout?: float, deadline?: float} $options expand: any of config, metadata, attempts
     * @return StatusResponse
     * @throws LintelError
     */
    public function status(string $verificationId, array $options = []): array
    {
        return $this->readStatus($verificationId, $options)[0];
    }

    /**
     * Polls until the verification has ended: completed, failed or expired.
     *
     * @param array{timeout?: float} $options timeout: how many seconds in all; 1800 if absent
     * @return StatusResponse
     * @throws LintelTimeoutError it has not ended by then; nothing changed, and you can wait again
     * @throws LintelError
     */
    public function wait(string $verificationId, array $options = []): array
    {
        Core::requireKnown($options, ['timeout']);
        $timeout = Core::seconds('timeout', $options['timeout'] ?? 1800);
        $clock = $this->core->clock;
        $endsAt = $clock->elapsed() + $timeout;
        for ($pause = 1.0; ; $pause = min(5.0, $pause + 1.0)) {
            [$value, $headers] = $this->readStatus($verificationId, []);
            $state = $value['status'] ?? null;
            if (in_array($state, ['completed', 'failed', 'expired'], true)) {
                return $value;
            }
            $remaining = $endsAt - $clock->elapsed();
            if ($remaining <= 0) {
                // A state is one word; anything else is some other server's, and not for an error.
                $isWord = is_string($state) && preg_match('/^[a-z_]{1,40}$/D', $state) === 1;
                $shown = $isWord ? $state : 'in no known state';
                throw new LintelTimeoutError(
                    sprintf('the verification is still %s after %.3g s; you can wait again', $shown, $timeout),
                );
            }
            $clock->sleep(min(Core::retryAfter($headers['retry-after'] ?? null, $clock->now()) ?? $pause, $remaining));
        }
    }

    /**
     * Whether a token is valid. One that is not is an answer with valid false, not an error.
     *
     * With offline it is checked with the service's public keys, which are fetched now and then. That does not see whether
     * a token was revoked or its verification erased.
     *
     * @param array{offline?: bool, audience?: string, issuer?: string, mode?: 'live'|'test', tolerance?: int|float,
     *     timeout?: float, deadline?: float} $options for offline: audience, your tenant's id; issuer, the service's public
     *     address if it is not the base URL; mode, whose tokens count, that of the API key if absent; tolerance, how many
     *     seconds after its expiry a token still counts, 30 if absent
     * @return ValidateResponse
     * @throws LintelError
     */
    public function validate(#[\SensitiveParameter] string $token, array $options = []): array
    {
        $isOffline = $options['offline'] ?? false;
        unset($options['offline']);
        return $isOffline
            ? $this->tokens->validate($token, $options)
            : $this->core->call('POST', '/tokens/validate', 'tenant', $options, body: ['token' => $token]);
    }

    /**
     * @param array<string, mixed> $options
     * @return array{array<mixed>, array<string, string>}
     */
    private function readStatus(string $verificationId, array $options): array
    {
        if ($verificationId === '') {
            throw new LintelError("The verification's id is missing");
        }
        $query = ['verificationId' => $verificationId, 'expand' => ($options['expand'] ?? []) ?: null];
        unset($options['expand']);
        return $this->core->ask('GET', '/verify/status', 'tenant', $options, $query);
    }

    private static function key(string $what, #[\SensitiveParameter] ?string $text): ?\SensitiveParameterValue
    {
        $text = trim($text ?? '');
        if (preg_match('/^[!-~]*$/D', $text) !== 1) {
            throw new LintelError("$what has white space or other characters inside that no key has: copy it again");
        }
        return $text === '' ? null : new \SensitiveParameterValue($text);
    }

    private static function baseUrl(string $text): string
    {
        $text = trim($text);
        if ($text === '') {
            throw new LintelError('No base URL: give baseUrl or set LINTEL_URL, for example https://age.example.com');
        }
        $parts = parse_url($text);
        $scheme = strtolower($parts['scheme'] ?? '');
        $host = $parts['host'] ?? '';
        $isPlain = $host !== '' && in_array($scheme, ['https', 'http'], true)
            && array_intersect_key($parts, ['user' => 1, 'query' => 1, 'fragment' => 1]) === [];
        if (!$isPlain || preg_match('/[\s\\\\]/', $text) === 1) {
            throw new LintelError('baseUrl must be an https:// address without user name, query or fragment');
        }
        if ($scheme === 'http' && preg_match('/^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1])$/Di', $host) !== 1) {
            throw new LintelError("baseUrl must begin with https://: plain http would send the key to $host in clear");
        }
        return rtrim($scheme . substr($text, strlen($scheme)), '/');
    }
}
