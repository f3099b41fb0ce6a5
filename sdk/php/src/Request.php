<?php

declare(strict_types=1);

namespace Lintel;

/** What a transport sends. */
final class Request
{
    /**
     * @param array<string, string> $headers
     * @param float $timeout seconds in which the whole answer has to be there
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        #[\SensitiveParameter] public readonly array $headers,
        public readonly ?string $body,
        public readonly float $timeout,
    ) {
    }

    /** @return array<string, mixed> without the headers, which hold the key */
    public function __debugInfo(): array
    {
        return ['method' => $this->method, 'url' => $this->url, 'timeout' => $this->timeout];
    }
}
