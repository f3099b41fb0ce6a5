<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->admin
 *
 * @phpstan-import-type AdminMetricsResponse from Types
 * @phpstan-import-type AdminLogsParams from Types
 * @phpstan-import-type AdminLogsResponse from Types
 * @phpstan-import-type AdminAuditParams from Types
 * @phpstan-import-type AdminAuditResponse from Types
 */
final class Admin
{
    public readonly AdminTenants $tenants;
    public readonly AdminMembers $members;
    public readonly AdminInvitations $invitations;
    public readonly AdminWalletCertificate $walletCertificate;
    public readonly AdminTrust $trust;

    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
        $this->tenants = new AdminTenants($core);
        $this->members = new AdminMembers($core);
        $this->invitations = new AdminInvitations($core);
        $this->walletCertificate = new AdminWalletCertificate($core);
        $this->trust = new AdminTrust($core);
    }

    /**
     * Service metrics.
     *
     * Figures of the whole deployment. While the database is away, `dbStatus` says so and the figures that it
     * keeps are null. `Accept: text/plain` returns them in Prometheus text format. Takes a key of
     * `METRICS_KEYS` too, which is good for nothing else. Needs a key with the scope `metrics`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminMetricsResponse
     * @throws LintelError
     */
    public function metrics(array $options = []): array
    {
        return $this->core->call('GET', '/admin/metrics', 'admin', $options);
    }

    /**
     * Recent requests.
     *
     * Newest first. With `after`, in the order in which they were written: keep `nextCursor` and send it as
     * `after` next time, and no line is skipped and none comes twice. `Accept: application/x-ndjson` returns
     * all lines after `after` as JSON lines, each with its own `cursor`. Lines are written in batches within
     * about a second. They contain no bodies, keys or query values. Needs a key with the scope `read`.
     *
     * @param AdminLogsParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminLogsResponse
     * @throws LintelError
     */
    public function logs(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/admin/logs', 'admin', $options, query: $fields);
    }

    /**
     * The audit trail of all tenants.
     *
     * The changes in every tenant and in the deployment itself, each with its actor. Newest first; with
     * `after`, oldest first: keep `nextCursor` and send it as `after` next time, and no entry is skipped and
     * none comes twice. `Accept: application/x-ndjson` returns all entries after `after` as JSON lines, oldest
     * first, each with its own `cursor`. Needs a key with the scope `read`.
     *
     * @param AdminAuditParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminAuditResponse
     * @throws LintelError
     */
    public function audit(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/admin/audit', 'admin', $options, query: $fields);
    }
}
