<?php

// Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

declare(strict_types=1);

namespace Lintel;

/**
 * $client->admin->invitations
 *
 * @phpstan-import-type AdminInvitationsListParams from Types
 * @phpstan-import-type AdminInvitationsListPage from Types
 * @phpstan-import-type AdminInvitationsCreateRequest from Types
 * @phpstan-import-type InvitationLink from Types
 * @phpstan-import-type AdminInvitationsRenewRequest from Types
 * @phpstan-import-type AdminInvitationsWithdrawResponse from Types
 */
final class AdminInvitations
{
    /** @internal */
    public function __construct(private readonly Internal\Core $core)
    {
    }

    /**
     * List a tenant's invitations.
     *
     * Invitations that can be accepted or renewed, newest first, without accepted and withdrawn ones. The
     * `Link` header points to the next page (RFC 8288, rel=next). Needs a key with the scope `read`.
     *
     * @param AdminInvitationsListParams $fields
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminInvitationsListPage
     * @throws LintelError
     */
    public function list(string $tenantId, array $fields = [], array $options = []): array
    {
        return $this->core->call('GET', Internal\Core::path('/admin/tenants/{tenantId}/invitations', $tenantId), 'admin', $options, query: $fields, page: 'invitations');
    }

    /**
     * Invite a member.
     *
     * Creates a link that makes one person a member of the tenant, by default an owner. With `email`, only the
     * person with that address can accept it, and where the operator has set a mail server the link is sent
     * there; otherwise send it yourself. Needs a key with the scope `all`.
     *
     * @param AdminInvitationsCreateRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return InvitationLink
     * @throws LintelError
     */
    public function create(string $tenantId, array $fields = [], array $options = []): array
    {
        return $this->core->call('POST', Internal\Core::path('/admin/tenants/{tenantId}/invitations', $tenantId), 'admin', $options, body: $fields);
    }

    /**
     * Renew an invitation.
     *
     * Gives the invitation a new link and a new expiry, even after it has expired, and sends it again where the
     * invitation names an address. The previous link stops working. Needs a key with the scope `all`.
     *
     * @param AdminInvitationsRenewRequest $fields
     * @param array{idempotencyKey?: string, timeout?: float, deadline?: float} $options
     * @return InvitationLink
     * @throws LintelError
     */
    public function renew(string $tenantId, string $invitationId, array $fields = [], array $options = []): array
    {
        return $this->core->call('POST', Internal\Core::path('/admin/tenants/{tenantId}/invitations/{invitationId}/renew', $tenantId, $invitationId), 'admin', $options, body: $fields);
    }

    /**
     * Withdraw an invitation.
     *
     * Its link stops working, and it cannot be renewed. Needs a key with the scope `all`.
     *
     * @param array{timeout?: float, deadline?: float} $options
     * @return AdminInvitationsWithdrawResponse
     * @throws LintelError
     */
    public function withdraw(string $tenantId, string $invitationId, array $options = []): array
    {
        return $this->core->call('DELETE', Internal\Core::path('/admin/tenants/{tenantId}/invitations/{invitationId}', $tenantId, $invitationId), 'admin', $options);
    }
}
