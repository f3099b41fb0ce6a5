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
     * `METRICS_KEYS` too, which is good for nothing else.
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
     * Newest first. Lines are written in batches within about a second. They contain no bodies, keys or query
     * values.
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
}
