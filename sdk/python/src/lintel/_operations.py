# Made by npm run sdk:types from the service's OpenAPI document. Do not edit.

from typing import Any, List, Optional, cast

from . import types
from ._core import Options, path_of


class AdminTrust:
    """``client.admin.trust``"""

    def __init__(self, client: Any) -> None:
        self._client = client

    def list(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> List[types.TrustAnchor]:
        """List trust anchors.

        The certificates trusted for each credential type. Nothing is trusted until you import it. Needs a key
        with the scope ``read``.
        """
        call = self._client._request(
            "GET",
            "/admin/trust-anchors",
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("List[types.TrustAnchor]", self._client._run(call))

    def import_(
        self,
        fields: types.AdminTrustImportRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminTrustImportResponse:
        """Import trust anchors.

        From PEM, from a VICAL whose provider is pinned (a PEM import for the type ``vical``), or from the EU
        trusted list for age verification. The signature of the EU list is not checked, so only the entries in
        ``confirm`` are trusted. The body has at most 512 KiB; for larger files, use ``npm run trust``. Needs
        a key with the scope ``all``.
        """
        call = self._client._request(
            "POST",
            "/admin/trust-anchors",
            "admin",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.AdminTrustImportResponse", self._client._run(call))

    def remove(
        self,
        trust_anchor_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminTrustRemoveResponse:
        """Remove a trust anchor.

        Credentials that it signed are no longer trusted. Completed verifications do not change. Needs a key
        with the scope ``all``.
        """
        call = self._client._request(
            "DELETE",
            path_of("/admin/trust-anchors/{trustAnchorId}", trust_anchor_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.AdminTrustRemoveResponse", self._client._run(call))


class AdminWalletCertificate:
    """``client.admin.wallet_certificate``"""

    def __init__(self, client: Any) -> None:
        self._client = client

    def get(
        self,
        tenant_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminWalletCertificateGetResponse:
        """Get a tenant's certificate for wallets.

        The certificate that signs the tenant's requests to wallets, never its key. Without one, the
        deployment's signs. Needs a key with the scope ``read``.
        """
        call = self._client._request(
            "GET",
            path_of("/admin/tenants/{tenantId}/wallet-certificate", tenant_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.AdminWalletCertificateGetResponse", self._client._run(call))

    def set(
        self,
        tenant_id: str,
        fields: types.AdminWalletCertificateSetRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.WalletCertificate:
        """Set a tenant's certificate for wallets.

        Gives the tenant a certificate, or replaces its present one. Requests already made are still signed
        with the former one until they end. All of it is stored encrypted. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "POST",
            path_of("/admin/tenants/{tenantId}/wallet-certificate", tenant_id),
            "admin",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.WalletCertificate", self._client._run(call))

    def remove(
        self,
        tenant_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminWalletCertificateRemoveResponse:
        """Remove a tenant's certificate for wallets.

        Deletes the certificate with its key, and replaced ones too. Open requests that it signed get no
        answer. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "DELETE",
            path_of("/admin/tenants/{tenantId}/wallet-certificate", tenant_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.AdminWalletCertificateRemoveResponse", self._client._run(call))


class AdminInvitations:
    """``client.admin.invitations``"""

    def __init__(self, client: Any) -> None:
        self._client = client

    def list(
        self,
        tenant_id: str,
        fields: Optional[types.AdminInvitationsListParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminInvitationsListPage:
        """List a tenant's invitations.

        Invitations that can be accepted or renewed, newest first, without accepted and withdrawn ones. The
        ``Link`` header points to the next page (RFC 8288, rel=next). Needs a key with the scope ``read``.
        """
        call = self._client._request(
            "GET",
            path_of("/admin/tenants/{tenantId}/invitations", tenant_id),
            "admin",
            Options(None, timeout, deadline),
            query=fields,
            page="invitations",
        )
        return cast("types.AdminInvitationsListPage", self._client._run(call))

    def create(
        self,
        tenant_id: str,
        fields: Optional[types.AdminInvitationsCreateRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.InvitationLink:
        """Invite a member.

        Creates a link that makes one person a member of the tenant, by default an owner. With ``email``, only
        the person with that address can accept it, and where the operator has set a mail server the link is
        sent there; otherwise send it yourself. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "POST",
            path_of("/admin/tenants/{tenantId}/invitations", tenant_id),
            "admin",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.InvitationLink", self._client._run(call))

    def renew(
        self,
        tenant_id: str,
        invitation_id: str,
        fields: Optional[types.AdminInvitationsRenewRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.InvitationLink:
        """Renew an invitation.

        Gives the invitation a new link and a new expiry, even after it has expired, and sends it again where
        the invitation names an address. The previous link stops working. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "POST",
            path_of("/admin/tenants/{tenantId}/invitations/{invitationId}/renew", tenant_id, invitation_id),
            "admin",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.InvitationLink", self._client._run(call))

    def withdraw(
        self,
        tenant_id: str,
        invitation_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminInvitationsWithdrawResponse:
        """Withdraw an invitation.

        Its link stops working, and it cannot be renewed. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "DELETE",
            path_of("/admin/tenants/{tenantId}/invitations/{invitationId}", tenant_id, invitation_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.AdminInvitationsWithdrawResponse", self._client._run(call))


class AdminMembers:
    """``client.admin.members``"""

    def __init__(self, client: Any) -> None:
        self._client = client

    def list(
        self,
        tenant_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> List[types.TenantMember]:
        """List a tenant's members.

        The people who can sign in to the tenant's console, oldest members first. Needs a key with the scope
        ``read``.
        """
        call = self._client._request(
            "GET",
            path_of("/admin/tenants/{tenantId}/members", tenant_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("List[types.TenantMember]", self._client._run(call))

    def update(
        self,
        tenant_id: str,
        member_id: str,
        fields: types.AdminMembersUpdateRequest,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.TenantMember:
        """Change a member's role.

        The role of the last owner can change only while an invitation for an owner is open, so that a tenant
        always has, or can get, an owner. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "PATCH",
            path_of("/admin/tenants/{tenantId}/members/{memberId}", tenant_id, member_id),
            "admin",
            Options(None, timeout, deadline),
            body=fields,
        )
        return cast("types.TenantMember", self._client._run(call))

    def remove(
        self,
        tenant_id: str,
        member_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminMembersRemoveResponse:
        """Remove a member.

        Takes effect at the member's next request. To replace an owner, invite the new one first: the last
        owner can be removed only while an invitation for an owner is open. Needs a key with the scope
        ``all``.
        """
        call = self._client._request(
            "DELETE",
            path_of("/admin/tenants/{tenantId}/members/{memberId}", tenant_id, member_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.AdminMembersRemoveResponse", self._client._run(call))

    def delete(
        self,
        member_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminMembersDeleteResponse:
        """Delete a person.

        Removes the person from every tenant, ends their sessions, and deletes their name, address and what
        the identity provider calls them, with the invitations that they accepted. The audit trail keeps their
        id. As with removal, the last owner of a tenant can be deleted only while an invitation for an owner
        is open. A later sign-in makes a new person, without a tenant. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "DELETE",
            path_of("/admin/members/{memberId}", member_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.AdminMembersDeleteResponse", self._client._run(call))


class AdminTenants:
    """``client.admin.tenants``"""

    def __init__(self, client: Any) -> None:
        self._client = client

    def list(
        self,
        fields: Optional[types.AdminTenantsListParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminTenantsListPage:
        """List tenants.

        An array, newest first. The ``Link`` header points to the next page (RFC 8288, rel=next). Needs a key
        with the scope ``read``.
        """
        call = self._client._request(
            "GET",
            "/admin/tenants",
            "admin",
            Options(None, timeout, deadline),
            query=fields,
            page="tenants",
        )
        return cast("types.AdminTenantsListPage", self._client._run(call))

    def create(
        self,
        fields: types.AdminTenantsCreateRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminTenantsCreateResponse:
        """Create a tenant.

        Returns the tenant's first live API key and, with ``ownerEmail``, the link of the owner's invitation.
        Where the operator has set a mail server, the link is sent to that address as well. Needs a key with
        the scope ``all``.
        """
        call = self._client._request(
            "POST",
            "/admin/tenants",
            "admin",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.AdminTenantsCreateResponse", self._client._run(call))

    def get(
        self,
        tenant_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.TenantDetail:
        """One tenant with statistics.

        ``lastVerifications`` lists the last ten, newest first. Needs a key with the scope ``read``.
        """
        call = self._client._request(
            "GET",
            path_of("/admin/tenants/{tenantId}", tenant_id),
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.TenantDetail", self._client._run(call))

    def update(
        self,
        tenant_id: str,
        fields: types.AdminTenantsUpdateRequest,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.TenantDetail:
        """Change a tenant.

        Changes only the given fields; ``overrides`` replaces all previous overrides. Takes effect everywhere
        within 10 seconds. To invite or replace owners, use ``/admin/tenants/:id/invitations`` and
        ``/admin/tenants/:id/members``. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "PATCH",
            path_of("/admin/tenants/{tenantId}", tenant_id),
            "admin",
            Options(None, timeout, deadline),
            body=fields,
        )
        return cast("types.TenantDetail", self._client._run(call))

    def delete(
        self,
        tenant_id: str,
        fields: types.AdminTenantsDeleteParams,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminTenantsDeleteResponse:
        """Delete a tenant.

        Deletes a closed tenant permanently: close it first with ``isActive`` false. At once its keys,
        members, invitations, sites, gates and hosts are gone, its webhooks and mails stop, and it cannot be
        opened again. A worker then erases its verifications one by one, each with its receipt, and deletes
        everything else. Statements, receipts and the operators' own audit entries are kept. Until it is gone,
        a repeat and ``GET /admin/tenants/:id`` say how many verifications are left; then both answer
        ``TENANT_NOT_FOUND``. Needs a key with the scope ``all``.
        """
        call = self._client._request(
            "DELETE",
            path_of("/admin/tenants/{tenantId}", tenant_id),
            "admin",
            Options(None, timeout, deadline),
            body=fields,
        )
        return cast("types.AdminTenantsDeleteResponse", self._client._run(call))


class Admin:
    """``client.admin``"""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.tenants = AdminTenants(client)
        self.members = AdminMembers(client)
        self.invitations = AdminInvitations(client)
        self.wallet_certificate = AdminWalletCertificate(client)
        self.trust = AdminTrust(client)

    def metrics(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminMetricsResponse:
        """Service metrics.

        Figures of the whole deployment. While the database is away, ``dbStatus`` says so and the figures that
        it keeps are null. ``Accept: text/plain`` returns them in Prometheus text format. Takes a key of
        ``METRICS_KEYS`` too, which is good for nothing else. Needs a key with the scope ``metrics``.
        """
        call = self._client._request(
            "GET",
            "/admin/metrics",
            "admin",
            Options(None, timeout, deadline),
        )
        return cast("types.AdminMetricsResponse", self._client._run(call))

    def logs(
        self,
        fields: Optional[types.AdminLogsParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminLogsResponse:
        """Recent requests.

        Newest first. With ``after``, in the order in which they were written: keep ``nextCursor`` and send it
        as ``after`` next time, and no line is skipped and none comes twice. ``Accept: application/x-ndjson``
        returns all lines after ``after`` as JSON lines, each with its own ``cursor``. Lines are written in
        batches within about a second. They contain no bodies, keys or query values. Needs a key with the
        scope ``read``.
        """
        call = self._client._request(
            "GET",
            "/admin/logs",
            "admin",
            Options(None, timeout, deadline),
            query=fields,
        )
        return cast("types.AdminLogsResponse", self._client._run(call))

    def audit(
        self,
        fields: Optional[types.AdminAuditParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AdminAuditResponse:
        """The audit trail of all tenants.

        The changes in every tenant and in the deployment itself, each with its actor. Newest first; with
        ``after``, oldest first: keep ``nextCursor`` and send it as ``after`` next time, and no entry is
        skipped and none comes twice. ``Accept: application/x-ndjson`` returns all entries after ``after`` as
        JSON lines, oldest first, each with its own ``cursor``. Needs a key with the scope ``read``.
        """
        call = self._client._request(
            "GET",
            "/admin/audit",
            "admin",
            Options(None, timeout, deadline),
            query=fields,
        )
        return cast("types.AdminAuditResponse", self._client._run(call))


class Operations:
    """The operations of a client."""

    _request: Any
    _run: Any

    def _link(self) -> None:
        self.admin = Admin(self)

    def start(
        self,
        fields: Optional[types.StartRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.StartResponse:
        """Start a verification.

        Creates a verification and the address to send the end user to. All fields are optional; no body
        counts as ``{}``. Counts towards the monthly quota. Where the tenant has a method policy, its rule for
        the place applies to this verification to its end, whatever is published later: its minimum age, or a
        higher one, and its methods in its order. Needs a key with the scope ``verifications:write``.
        """
        call = self._request(
            "POST",
            "/verify/start",
            "tenant",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.StartResponse", self._run(call))

    def complete(
        self,
        fields: types.CompleteRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.CompleteResponse:
        """Complete with your own evidence; approval issues a token.

        Send ``dateOfBirth`` or ``verifiedAge``, or a ``result``, or an age with a ``result`` that agrees with
        it. With an age, the service decides. A date of birth is not stored. Needs a key with the scope
        ``verifications:write``.
        """
        call = self._request(
            "POST",
            "/verify/complete",
            "tenant",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.CompleteResponse", self._run(call))

    def events(
        self,
        fields: Optional[types.EventsParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.EventsResponse:
        """List events.

        What webhooks say, oldest first, whether or not there is an endpoint: a verification's events, or all
        after a cursor. Keep ``nextCursor`` and send it as ``after`` next time: no event is skipped, and none
        comes twice. Events of erased verifications and those older than the retention period for metadata are
        not there any more. Needs a key with the scope ``verifications:read``.
        """
        call = self._request(
            "GET",
            "/verify/events",
            "tenant",
            Options(None, timeout, deadline),
            query=fields,
        )
        return cast("types.EventsResponse", self._run(call))

    def submit(
        self,
        fields: types.SubmitRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.SubmitResponse:
        """Record a result that you reached elsewhere; no token.

        Completes the verification with the given result and sends the same event as complete. Needs a key
        with the scope ``verifications:write``.
        """
        call = self._request(
            "POST",
            "/verify/submit",
            "tenant",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.SubmitResponse", self._run(call))

    def cancel(
        self,
        verification_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.CancelResponse:
        """Cancel a verification.

        Ends an open verification without a decision: its status is ``failed``, its error ``CANCELLED``, and
        ``verification.failed`` is sent. An open page says so within seconds, wallets and vendors can no
        longer answer, and there is no token. A live verification stays counted. Needs a key with the scope
        ``verifications:write``.
        """
        call = self._request(
            "POST",
            "/verify/cancel",
            "tenant",
            Options(idempotency_key, timeout, deadline),
            body={"verificationId": verification_id},
        )
        return cast("types.CancelResponse", self._run(call))

    def simulate(
        self,
        fields: types.SimulateRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.SimulateResponse:
        """Choose the outcome of a test.

        Does what the buttons of a test's page do; everything after the choice is the live path: attempts,
        events, tokens. ``poor_document`` and ``provider_error`` use up one attempt each, and the last one
        ends the verification. Only for keys of test mode: a live key gets ``PERMISSION_DENIED``. Returns the
        status afterwards. Needs a key with the scope ``verifications:write``.
        """
        call = self._request(
            "POST",
            "/verify/simulate",
            "tenant",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.SimulateResponse", self._run(call))

    def list(
        self,
        fields: Optional[types.ListParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.ListResponse:
        """List verifications.

        Newest first; filters apply together. A live key lists live verifications, or with ``mode=test`` those
        of test keys; a test key lists test verifications only. Pages stay in place while verifications start:
        continue with ``nextCursor`` until it is null. Needs a key with the scope ``verifications:read``.
        """
        call = self._request(
            "GET",
            "/verify/list",
            "tenant",
            Options(None, timeout, deadline),
            query=fields,
        )
        return cast("types.ListResponse", self._run(call))

    def redact(
        self,
        verification_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.RedactResponse:
        """Erase a verification; a signed receipt.

        For a verification that has ended. Everything about it is erased, with its appeal or with what it
        appeals, but that it took place: its id, mode, status, request id, minimum age, start and counted
        units. Its token is unknown from then on. A repeat returns the first receipt again. While a webhook
        about it is being sent, the answer is ``DELIVERY_IN_PROGRESS`` with ``retryAfterSeconds``. A key that
        may not erase gets ``PERMISSION_DENIED``. Needs a key with the scope ``verifications:erase``.
        """
        call = self._request(
            "POST",
            "/verify/redact",
            "tenant",
            Options(idempotency_key, timeout, deadline),
            body={"verificationId": verification_id},
        )
        return cast("types.RedactResponse", self._run(call))

    def receipt(
        self,
        verification_id: str,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.ReceiptResponse:
        """The receipt of an erasure.

        Returns the receipt that ``/verify/redact`` returned. Needs a key with the scope
        ``verifications:read``.
        """
        call = self._request(
            "GET",
            "/verify/receipt",
            "tenant",
            Options(None, timeout, deadline),
            query={"verificationId": verification_id},
        )
        return cast("types.ReceiptResponse", self._run(call))

    def exchange(
        self,
        fields: types.ExchangeRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.ExchangeResponse:
        """Exchange a code for the token.

        For tenants whose browsers return with a ``code``. Answers with the token once, within 10 minutes of
        the return; a person who goes back to the page and returns again brings another code. Exchange only
        the verification that you started for this person. With an ``Idempotency-Key``, a repeat after a lost
        answer gets the same token. Needs a key with the scope ``tokens:validate``.
        """
        call = self._request(
            "POST",
            "/tokens/exchange",
            "tenant",
            Options(idempotency_key, timeout, deadline),
            body=fields,
        )
        return cast("types.ExchangeResponse", self._run(call))

    def usage(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.UsageResponse:
        """Usage, bill and limits.

        The month so far, the same numbers as on the console's usage page. A test key gets them too: they say
        nothing about a verification. Needs a key with the scope ``usage:read``.
        """
        call = self._request(
            "GET",
            "/usage",
            "tenant",
            Options(None, timeout, deadline),
        )
        return cast("types.UsageResponse", self._run(call))

    def logs(
        self,
        fields: Optional[types.LogsParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.LogsResponse:
        """Your own recent requests.

        Newest first: your backend's requests, and others that name your tenant, such as a browser's return
        from a page. With ``after``, in the order in which they were written: keep ``nextCursor`` and send it
        as ``after`` next time, and no line is skipped and none comes twice. ``Accept: application/x-ndjson``
        returns all lines after ``after`` as JSON lines, each with its own ``cursor``. A test key sees only
        what test keys asked. Lines are written in batches within about a second. They contain no bodies, keys
        or query values. Needs a key with the scope ``logs:read``.
        """
        call = self._request(
            "GET",
            "/logs",
            "tenant",
            Options(None, timeout, deadline),
            query=fields,
        )
        return cast("types.LogsResponse", self._run(call))

    def audit(
        self,
        fields: Optional[types.AuditParams] = None,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> types.AuditResponse:
        """Your audit trail.

        The changes in your tenant, each with its actor. Newest first; with ``after``, oldest first: keep
        ``nextCursor`` and send it as ``after`` next time, and no entry is skipped and none comes twice.
        ``Accept: application/x-ndjson`` returns all entries after ``after`` as JSON lines, oldest first, each
        with its own ``cursor``. Needs a live key. Needs a key with the scope ``audit:read``.
        """
        call = self._request(
            "GET",
            "/audit",
            "tenant",
            Options(None, timeout, deadline),
            query=fields,
        )
        return cast("types.AuditResponse", self._run(call))
