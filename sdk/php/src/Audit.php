<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->audit
 *
 * @phpstan-import-type AuditListParams from Types
 * @phpstan-import-type AuditListResponse from Types
 */
final class Audit
{
    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
    }

    /**
     * Your audit trail.
     *
     * The changes in your tenant, each with its actor. Newest first; with `after`, oldest first: keep
     * `nextCursor` and send it as `after` next time, and no entry is skipped and none comes twice. `Accept:
     * application/x-ndjson` returns all entries after `after` as JSON lines, oldest first, each with its own
     * `cursor`. Needs a live key. Needs a key with the scope `audit:read`.
     *
     * @param AuditListParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return AuditListResponse
     * @throws LintelError
     */
    public function list(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/audit', 'tenant', $options, query: $fields);
    }
}
