<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->admin->tenants
 *
 * @phpstan-import-type AdminTenantsListParams from Types
 * @phpstan-import-type AdminTenantsListPage from Types
 * @phpstan-import-type AdminTenantsCreateRequest from Types
 * @phpstan-import-type AdminTenantsCreateResponse from Types
 * @phpstan-import-type TenantDetail from Types
 * @phpstan-import-type AdminTenantsUpdateRequest from Types
 */
final class AdminTenants
{
    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
    }

    /**
     * List tenants.
     *
     * An array, newest first. The `Link` header points to the next page (RFC 8288, rel=next).
     *
     * @param AdminTenantsListParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminTenantsListPage
     * @throws LintelError
     */
    public function list(array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', '/admin/tenants', 'admin', $options, query: $fields, page: 'tenants');
    }

    /**
     * Create a tenant.
     *
     * Returns the tenant's first live API key and, with `ownerEmail`, the link of the owner's invitation. The
     * service sends no e-mail: send the link yourself.
     *
     * @param AdminTenantsCreateRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return AdminTenantsCreateResponse
     * @throws LintelError
     */
    public function create(array $fields, array $options = []): array
    {
        return $this->core->call('POST', '/admin/tenants', 'admin', $options, body: $fields);
    }

    /**
     * One tenant with statistics.
     *
     * `lastVerifications` lists the last ten, newest first.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return TenantDetail
     * @throws LintelError
     */
    public function get(string $tenantId, array $options = []): array
    {
        return $this->core->call('GET', Internal\Core::path('/admin/tenants/{tenantId}', $tenantId), 'admin', $options);
    }

    /**
     * Change a tenant.
     *
     * Changes only the given fields; `overrides` replaces all previous overrides. Takes effect everywhere
     * within 10 seconds. To invite or replace owners, use `/admin/tenants/:id/invitations` and
     * `/admin/tenants/:id/members`.
     *
     * @param AdminTenantsUpdateRequest $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return TenantDetail
     * @throws LintelError
     */
    public function update(string $tenantId, array $fields, array $options = []): array
    {
        return $this->core->call('PATCH', Internal\Core::path('/admin/tenants/{tenantId}', $tenantId), 'admin', $options, body: $fields);
    }
}
