import { LintelError } from "./errors.ts";
import type { CallOptions } from "./transport.ts";
import type * as T from "./types.ts";

/** Sends an admin request and returns its body; `path` is encoded. */
export type AdminCall = <Response>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  more: { query?: object; body?: object },
  options: CallOptions | undefined,
) => Promise<Response>;

/** As AdminCall, for lists whose next page is in the `Link` header. */
export type AdminList = <Row>(
  path: string,
  query: object,
  options: CallOptions | undefined,
) => Promise<{ rows: Row[]; nextCursor: string | null }>;

/** A path with ids in it: an id can never become another path. */
const at = (parts: TemplateStringsArray, ...ids: string[]): string => {
  // A lone dot or two would be taken for a step up (RFC 3986 §5.2.4), and nothing for the list above.
  if (ids.some((id) => typeof id !== "string" || /^\.{0,2}$/.test(id)))
    throw new LintelError("An id is missing.");
  return parts.reduce((path, part, index) => path + encodeURIComponent(ids[index - 1] ?? "") + part);
};

/** The operator's operations; they take `adminKey` (LINTEL_ADMIN_KEY). */
export const createAdmin = (call: AdminCall, list: AdminList) => ({
  metrics: (options?: CallOptions): Promise<T.AdminMetricsResponse> =>
    call("GET", "/admin/metrics", {}, options),

  logs: (query: T.AdminLogsQuery = {}, options?: CallOptions): Promise<T.AdminLogsResponse> =>
    call("GET", "/admin/logs", { query }, options),

  /** Of all tenants and of the deployment, newest first; with `after`, oldest first. */
  audit: (query: T.AdminAuditQuery = {}, options?: CallOptions): Promise<T.AdminAuditResponse> =>
    call("GET", "/admin/audit", { query }, options),

  tenants: {
    /** Newest first. */
    list: async (
      query: T.AdminTenantsListQuery = {},
      options?: CallOptions,
    ): Promise<{ tenants: T.TenantRow[]; nextCursor: string | null }> => {
      const { rows, nextCursor } = await list<T.TenantRow>("/admin/tenants", query, options);
      return { tenants: rows, nextCursor };
    },
    create: (
      fields: T.AdminTenantsCreateBody,
      options?: CallOptions,
    ): Promise<T.AdminTenantsCreateResponse> => call("POST", "/admin/tenants", { body: fields }, options),
    get: (tenantId: string, options?: CallOptions): Promise<T.AdminTenantsGetResponse> =>
      call("GET", at`/admin/tenants/${tenantId}`, {}, options),
    /** `overrides` replaces all previous overrides. */
    update: (
      tenantId: string,
      fields: T.AdminTenantsUpdateBody,
      options?: CallOptions,
    ): Promise<T.AdminTenantsUpdateResponse> =>
      call("PATCH", at`/admin/tenants/${tenantId}`, { body: fields }, options),
    /** Permanent: a closed tenant, confirmed by its name. */
    delete: (
      tenantId: string,
      query: T.AdminTenantsDeleteQuery,
      options?: CallOptions,
    ): Promise<T.AdminTenantsDeleteResponse> =>
      call("DELETE", at`/admin/tenants/${tenantId}`, { query }, options),
  },

  members: {
    list: (tenantId: string, options?: CallOptions): Promise<T.AdminMembersListResponse> =>
      call("GET", at`/admin/tenants/${tenantId}/members`, {}, options),
    update: (
      tenantId: string,
      memberId: string,
      fields: T.AdminMembersUpdateBody,
      options?: CallOptions,
    ): Promise<T.AdminMembersUpdateResponse> =>
      call("PATCH", at`/admin/tenants/${tenantId}/members/${memberId}`, { body: fields }, options),
    /** From this tenant. */
    remove: (
      tenantId: string,
      memberId: string,
      options?: CallOptions,
    ): Promise<T.AdminMembersRemoveResponse> =>
      call("DELETE", at`/admin/tenants/${tenantId}/members/${memberId}`, {}, options),
    /** The person, from every tenant. */
    delete: (memberId: string, options?: CallOptions): Promise<T.AdminMembersDeleteResponse> =>
      call("DELETE", at`/admin/members/${memberId}`, {}, options),
  },

  invitations: {
    /** Newest first. */
    list: async (
      tenantId: string,
      query: T.AdminInvitationsListQuery = {},
      options?: CallOptions,
    ): Promise<{ invitations: T.TenantInvitation[]; nextCursor: string | null }> => {
      const path = at`/admin/tenants/${tenantId}/invitations`;
      const { rows, nextCursor } = await list<T.TenantInvitation>(path, query, options);
      return { invitations: rows, nextCursor };
    },
    create: (
      tenantId: string,
      fields: T.AdminInvitationsCreateBody = {},
      options?: CallOptions,
    ): Promise<T.AdminInvitationsCreateResponse> =>
      call("POST", at`/admin/tenants/${tenantId}/invitations`, { body: fields }, options),
    renew: (
      tenantId: string,
      invitationId: string,
      fields: T.AdminInvitationsRenewBody = {},
      options?: CallOptions,
    ): Promise<T.AdminInvitationsRenewResponse> =>
      call(
        "POST",
        at`/admin/tenants/${tenantId}/invitations/${invitationId}/renew`,
        { body: fields },
        options,
      ),
    withdraw: (
      tenantId: string,
      invitationId: string,
      options?: CallOptions,
    ): Promise<T.AdminInvitationsWithdrawResponse> =>
      call("DELETE", at`/admin/tenants/${tenantId}/invitations/${invitationId}`, {}, options),
  },

  walletCertificate: {
    get: (tenantId: string, options?: CallOptions): Promise<T.AdminWalletCertificateGetResponse> =>
      call("GET", at`/admin/tenants/${tenantId}/wallet-certificate`, {}, options),
    set: (
      tenantId: string,
      fields: T.AdminWalletCertificateSetBody,
      options?: CallOptions,
    ): Promise<T.AdminWalletCertificateSetResponse> =>
      call("POST", at`/admin/tenants/${tenantId}/wallet-certificate`, { body: fields }, options),
    remove: (tenantId: string, options?: CallOptions): Promise<T.AdminWalletCertificateRemoveResponse> =>
      call("DELETE", at`/admin/tenants/${tenantId}/wallet-certificate`, {}, options),
  },

  trust: {
    list: (options?: CallOptions): Promise<T.AdminTrustListResponse> =>
      call("GET", "/admin/trust-anchors", {}, options),
    import: (fields: T.AdminTrustImportBody, options?: CallOptions): Promise<T.AdminTrustImportResponse> =>
      call("POST", "/admin/trust-anchors", { body: fields }, options),
    remove: (anchorId: string, options?: CallOptions): Promise<T.AdminTrustRemoveResponse> =>
      call("DELETE", at`/admin/trust-anchors/${anchorId}`, {}, options),
  },
});

/** The operator's operations. */
export type Admin = ReturnType<typeof createAdmin>;
