<?php

declare(strict_types=1);

namespace Lintel;

/** What a transport returns, for any HTTP status. */
final class Response
{
    /** @var array<string, string> names in lower case */
    public readonly array $headers;

    /** @param array<string, string> $headers */
    public function __construct(public readonly int $status, array $headers, public readonly string $body)
    {
        $this->headers = array_change_key_case($headers);
    }

    /** @return array<string, mixed> without the body, which may hold a token */
    public function __debugInfo(): array
    {
        return ['status' => $this->status, 'headers' => $this->headers];
    }
}
