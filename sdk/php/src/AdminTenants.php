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
 * @phpstan-import-type AdminTenantsDeleteParams from Types
 * @phpstan-import-type AdminTenantsDeleteResponse from Types
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
     * An array, newest first. The `Link` header points to the next page (RFC 8288, rel=next). Needs a key with
     * the scope `read`.
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
     * Returns the tenant's first live API key and, with `ownerEmail`, the link of the owner's invitation. Where
     * the operator has set a mail server, the link is sent to that address as well. Needs a key with the scope
     * `all`.
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
     * `lastVerifications` lists the last ten, newest first. Needs a key with the scope `read`.
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
     * `/admin/tenants/:id/members`. Needs a key with the scope `all`.
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

    /**
     * Delete a tenant.
     *
     * Deletes a closed tenant permanently: close it first with `isActive` false. At once its keys, members,
     * invitations, sites, gates and hosts are gone, its webhooks and mails stop, and it cannot be opened again.
     * A worker then erases its verifications one by one, each with its receipt, and deletes everything else.
     * Statements, receipts and the operators' own audit entries are kept. Until it is gone, a repeat and `GET
     * /admin/tenants/:id` say how many verifications are left; then both answer `TENANT_NOT_FOUND`. Needs a key
     * with the scope `all`.
     *
     * @param AdminTenantsDeleteParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminTenantsDeleteResponse
     * @throws LintelError
     */
    public function delete(string $tenantId, array $fields, array $options = []): array
    {
        return $this->core->call('DELETE', Internal\Core::path('/admin/tenants/{tenantId}', $tenantId), 'admin', $options, body: $fields);
    }
}
