<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->admin->members
 *
 * @phpstan-import-type TenantMember from Types
 * @phpstan-import-type AdminMembersUpdateRequest from Types
 * @phpstan-import-type AdminMembersRemoveResponse from Types
 * @phpstan-import-type AdminMembersDeleteResponse from Types
 */
final class AdminMembers
{
    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
    }

    /**
     * List a tenant's members.
     *
     * The people who can sign in to the tenant's console, oldest members first. Needs a key with the scope
     * `read`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return list<TenantMember>
     * @throws LintelError
     */
    public function list(string $tenantId, array $options = []): array
    {
        return $this->core->call('GET', Internal\Core::path('/admin/tenants/{tenantId}/members', $tenantId), 'admin', $options);
    }

    /**
     * Change a member's role.
     *
     * The role of the last owner can change only while an invitation for an owner is open, so that a tenant
     * always has, or can get, an owner. Needs a key with the scope `all`.
     *
     * @param AdminMembersUpdateRequest $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return TenantMember
     * @throws LintelError
     */
    public function update(string $tenantId, string $memberId, array $fields, array $options = []): array
    {
        return $this->core->call('PATCH', Internal\Core::path('/admin/tenants/{tenantId}/members/{memberId}', $tenantId, $memberId), 'admin', $options, body: $fields);
    }

    /**
     * Remove a member.
     *
     * Takes effect at the member's next request. To replace an owner, invite the new one first: the last owner
     * can be removed only while an invitation for an owner is open. Needs a key with the scope `all`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminMembersRemoveResponse
     * @throws LintelError
     */
    public function remove(string $tenantId, string $memberId, array $options = []): array
    {
        return $this->core->call('DELETE', Internal\Core::path('/admin/tenants/{tenantId}/members/{memberId}', $tenantId, $memberId), 'admin', $options);
    }

    /**
     * Delete a person.
     *
     * Removes the person from every tenant, ends their sessions, and deletes their name, address and what the
     * identity provider calls them, with the invitations that they accepted. The audit trail keeps their id. As
     * with removal, the last owner of a tenant can be deleted only while an invitation for an owner is open. A
     * later sign-in makes a new person, without a tenant. Needs a key with the scope `all`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminMembersDeleteResponse
     * @throws LintelError
     */
    public function delete(string $memberId, array $options = []): array
    {
        return $this->core->call('DELETE', Internal\Core::path('/admin/members/{memberId}', $memberId), 'admin', $options);
    }
}
