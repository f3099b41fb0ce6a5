<?php

declare(strict_types=1);

namespace Lintel\Internal;

use Lintel\LintelConnectionError;
use Lintel\LintelError;
use Lintel\LintelTimeoutError;
use Lintel\Request;
use Lintel\Response;

/** @internal One answer within a time; redirects are not followed; the connection is kept for the next call. */
final class CurlTransport
{
    public const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

    private ?\CurlHandle $handle = null;

    public function __invoke(Request $request): Response
    {
        if (!function_exists('curl_init')) {
            throw new LintelError('PHP has no curl here: install the extension (php-curl), or give the client a transport');
        }
        $handle = $this->handle ??= (curl_init() ?: throw new LintelError('curl cannot begin'));
        curl_reset($handle); // keeps the connection
        $headers = [];
        $body = '';
        $isTooLarge = false;
        $isSwitched = false;
        curl_setopt_array($handle, [
            CURLOPT_URL => $request->url,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_TIMEOUT_MS => max(1, (int) ceil($request->timeout * 1000)),
            CURLOPT_CONNECTTIMEOUT_MS => max(1, (int) ceil($request->timeout * 1000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_HTTPHEADER => self::lines($request),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$headers, &$isSwitched): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = []; // those before were an interim answer's (RFC 9110 §15.2)
                    // After a 101, curl would read the connection until the timeout.
                    $isSwitched = preg_match('/^HTTP\/[\d.]+ 101/', $line) === 1;
                    return $isSwitched ? 0 : strlen($line);
                }
                if (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $name = strtolower(trim($name));
                    $headers[$name] = isset($headers[$name]) ? $headers[$name] . ', ' . trim($value) : trim($value);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function (\CurlHandle $_, string $part) use (&$body, &$isTooLarge): int {
                $isTooLarge = strlen($body) + strlen($part) > self::MAX_RESPONSE_BYTES;
                $body .= $isTooLarge ? '' : $part;
                return $isTooLarge ? 0 : strlen($part);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $request->body);
        }
        // Plain http only goes to this computer. Otherwise curl takes HTTPS_PROXY and NO_PROXY from the environment.
        if (str_starts_with($request->url, 'http://')) {
            curl_setopt($handle, CURLOPT_PROXY, '');
        }
        $parts = parse_url($request->url);
        $host = ($parts['host'] ?? '') . (isset($parts['port']) ? ":{$parts['port']}" : '');
        if (curl_exec($handle) === false) {
            if ($isSwitched) {
                $this->handle = null;
                throw new LintelConnectionError("$host answered with status 101, which is no final one", true);
            }
            $this->fail($handle, $host, $request->timeout, $isTooLarge);
        }
        // Where an answer ends must be certain (RFC 9112 §6.3, 5); curl reads on where the number is too large for it.
        $lengths = array_unique(array_map(trim(...), explode(',', $headers['content-length'] ?? '0')));
        if (count($lengths) !== 1 || preg_match('/^\d{1,18}$/D', $lengths[0]) !== 1) {
            $this->handle = null;
            throw new LintelConnectionError("$host sent an answer whose length is unclear");
        }
        $status = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        return new Response($status, $headers, self::plain($body, $headers['content-encoding'] ?? '', $host));
    }

    /** @return list<string> */
    private static function lines(Request $request): array
    {
        $lines = ['Expect:']; // else curl would wait for "100 Continue" before a large body
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        return $lines;
    }

    private function fail(\CurlHandle $handle, string $host, float $timeout, bool $isTooLarge): never
    {
        $number = curl_errno($handle);
        $reason = curl_strerror($number) ?? 'unknown';
        $this->handle = null; // what is left of a broken answer must not be read as the next one
        if ($isTooLarge) {
            $most = self::MAX_RESPONSE_BYTES / 1024 / 1024;
            throw new LintelConnectionError("$host sent an answer of more than $most MiB", true);
        }
        if ($number === CURLE_OPERATION_TIMEDOUT) {
            throw new LintelTimeoutError(sprintf('no answer from %s within %.3g s', $host, $timeout));
        }
        throw new LintelConnectionError("no answer from $host: $reason");
    }

    /** Some proxies compress what nobody asked them to compress. */
    private static function plain(string $body, string $encoding, string $host): string
    {
        $encoding = strtolower(trim($encoding));
        if ($encoding === '' || $encoding === 'identity' || $body === '') {
            return $body;
        }
        if (!in_array($encoding, ['gzip', 'x-gzip'], true) || !function_exists('gzdecode')) {
            throw new LintelConnectionError("$host sent an answer in an encoding that was not asked for", true);
        }
        // It warns, and a program's own handler of warnings may throw.
        set_error_handler(static fn (): bool => true);
        try {
            $plain = gzdecode($body, self::MAX_RESPONSE_BYTES);
        } finally {
            restore_error_handler();
        }
        if ($plain === false) {
            throw new LintelConnectionError("$host sent an answer that cannot be unpacked");
        }
        return $plain;
    }
}
