// Every REST endpoint, a contract with its use case. Export only endpoints here.
import {
  account,
  admin,
  deviceLogin,
  ending,
  erasure,
  events,
  listeners,
  members,
  practice,
  service,
  tokens,
  trust,
  verificationList,
  verify,
  walletCertificates,
} from "#contracts/public/endpoints.ts";
import { openApiDocument } from "#contracts/public/openapi.ts";
import { tenantTrail, tenantTrailLines, wholeTrail, wholeTrailLines } from "#services/audit/programs.ts";
import { startVerification } from "#services/check/start.ts";
import { erasureLog } from "#services/erasure/receipts.ts";
import { receiptForTenant, redactByTenant } from "#services/erasure/redact.ts";
import { archiveOfTenant } from "#services/exports/archive.ts";
import { checkHealth, checkReadiness, checkServing } from "#services/health.ts";
import { simulateOutcome } from "#services/hosted/simulate.ts";
import { requestLogLines, requestLogs, tenantLogLines, tenantLogs } from "#services/logs/request-logs.ts";
import { availableMetrics, serviceMetrics } from "#services/operator/metrics.ts";
import { monthlyNumbers } from "#services/practice/numbers.ts";
import { readStatement } from "#services/practice/statement.ts";
import { deleteTenant } from "#services/tenants/deletion.ts";
import { authorizeDevice, fetchDeviceToken } from "#services/tenants/device-login.ts";
import {
  changeMember,
  deletePerson,
  expelMember,
  invitationsOf,
  inviteByOperator,
  membersOf,
  renewByOperator,
  withdrawByOperator,
} from "#services/tenants/people.ts";
import { createTenant, getTenant, listTenants, updateTenant } from "#services/tenants/tenants.ts";
import {
  certificateOf,
  removeCertificateOf,
  setCertificateOf,
} from "#services/tenants/wallet-certificate.ts";
import { listTrustAnchors, removeTrustAnchor } from "#services/trust/anchors.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { usageNow } from "#services/usage/usage.ts";
import { completeVerification } from "#services/verifications/complete.ts";
import { listEvents } from "#services/verifications/events.ts";
import { listForTenant } from "#services/verifications/list.ts";
import {
  cancelVerification,
  submitVerification,
  verificationStatus,
} from "#services/verifications/submit.ts";
import { exchangeCode, validateToken } from "#services/verifications/tokens.ts";
import { closeListener, openListener, takeDeliveries } from "#services/webhooks/listeners.ts";
import { prometheusText } from "./prometheus.ts";
import type { HeaderSink } from "./respond.ts";
import { route } from "./route.ts";

/** RFC 8288: the address of the next page. The last page has no such header. */
const linkNext = (
  headers: HeaderSink,
  path: string,
  query: { limit: string; cursor: string | null },
): void => {
  if (query.cursor === null) return;
  const search = new URLSearchParams({ limit: query.limit, cursor: query.cursor });
  headers.set("Link", `<${path}?${search}>; rel="next"`);
};

// Verifications and tokens, for tenants.

export const start = route(verify.start)(({ ctx, body }) => startVerification(ctx, body), { isExact: true });

export const complete = route(verify.complete)(({ ctx, body }) => completeVerification(ctx, body));

export const submit = route(verify.submit)(({ ctx, body }) => submitVerification(ctx, body));

export const cancel = route(ending.cancel)(({ ctx, body }) => cancelVerification(ctx, body.verificationId));

export const simulate = route(ending.simulate)(({ ctx, body }) => simulateOutcome(ctx, body));

export const status = route(verify.status)(
  ({ ctx, query }) => verificationStatus(ctx, query.verificationId, query.expand),
  { isExact: true },
);

export const eventsList = route(events.listEvents)(({ ctx, query }) => listEvents(ctx, query), {
  isExact: true,
});

export const list = route(verificationList.listVerifications)(({ ctx, query }) => listForTenant(ctx, query), {
  isExact: true,
});

export const redact = route(erasure.redact)(({ ctx, body }) => redactByTenant(ctx, body.verificationId));

export const receipt = route(erasure.readReceipt)(({ ctx, query }) =>
  receiptForTenant(ctx, query.verificationId),
);

export const validate = route(tokens.validate)(({ ctx, body }) => validateToken(ctx, body.token), {
  isExact: true,
});

export const exchange = route(tokens.exchange)(({ ctx, body }) => exchangeCode(ctx, body));

// For a tenant's command lines.

export const listenersOpen = route(listeners.openListener)(({ ctx, body }) => openListener(ctx, body));

export const listenersTake = route(listeners.takeDeliveries)(({ ctx, body, signal }) =>
  takeDeliveries(ctx, body, signal),
);

export const listenersClose = route(listeners.closeListener)(({ ctx, body }) => closeListener(ctx, body));

// A tenant's usage and requests.

export const usage = route(account.usage)(({ ctx }) => usageNow(ctx));

export const ownLogs = route(account.logs)(({ ctx, query }) => tenantLogs(ctx, query), {
  jsonLines: ({ ctx, query }) => tenantLogLines(ctx, query),
});

export const ownAudit = route(account.audit)(({ ctx, query }) => tenantTrail(ctx, query), {
  jsonLines: ({ ctx, query }) => tenantTrailLines(ctx, query),
});

// For the operator: figures, tenants, logs.

export const metrics = route(admin.metrics)(({ ctx }) => serviceMetrics(ctx), {
  plainText: async ({ ctx }) => prometheusText(await availableMetrics(ctx)),
});

export const tenantsList = route(admin.listTenants)(async ({ ctx, query, headers }) => {
  const page = await listTenants(ctx, query);
  linkNext(headers, admin.listTenants.path, { limit: String(query.limit), cursor: page.nextCursor });
  return page.tenants;
});

export const tenantsCreate = route(admin.createTenant)(({ ctx, body }) => createTenant(ctx, body));

export const tenantsGet = route(admin.getTenant)(({ ctx, params }) => getTenant(ctx, params.id));

export const tenantsUpdate = route(admin.updateTenant)(({ ctx, params, body }) =>
  updateTenant(ctx, params.id, body),
);

export const tenantsDelete = route(erasure.deleteTenant)(
  async ({ ctx, params: { id }, query: { name } }) => ({
    id,
    deletion: await deleteTenant(ctx, { tenantId: id, name }),
  }),
);

export const tenantsArchive = route(account.archiveTenant)(async () => null, {
  jsonLines: ({ ctx, params }) => archiveOfTenant(ctx, params.id),
});

export const logs = route(admin.logs)(({ ctx, query }) => requestLogs(ctx, query), {
  jsonLines: ({ ctx, query }) => requestLogLines(ctx, query),
});

export const trail = route(account.allAudit)(({ ctx, query }) => wholeTrail(ctx, query), {
  jsonLines: ({ ctx, query }) => wholeTrailLines(ctx, query),
});

// For the operator: a tenant's members.

export const membersList = route(members.listMembers)(({ ctx, params }) => membersOf(ctx, params.id));

export const membersChange = route(members.changeMember)(({ ctx, params, body }) =>
  changeMember(ctx, { tenantId: params.id, memberId: params.memberId, role: body.role }),
);

export const membersRemove = route(members.removeMember)(({ ctx, params }) =>
  expelMember(ctx, { tenantId: params.id, memberId: params.memberId }),
);

export const membersDelete = route(members.deleteMember)(({ ctx, params }) => deletePerson(ctx, params.id));

export const invitationsList = route(members.listInvitations)(async ({ ctx, params, query, headers }) => {
  const page = await invitationsOf(ctx, params.id, query);
  const path = members.listInvitations.path.replace(":id", params.id);
  linkNext(headers, path, { limit: String(query.limit), cursor: page.nextCursor });
  return page.invitations;
});

export const invitationsCreate = route(members.invite)(({ ctx, params, body }) =>
  inviteByOperator(ctx, params.id, body),
);

export const invitationsRenew = route(members.renewInvitation)(({ ctx, params, body }) =>
  renewByOperator(ctx, { ...body, tenantId: params.id, id: params.invitationId }),
);

export const invitationsWithdraw = route(members.withdrawInvitation)(({ ctx, params }) =>
  withdrawByOperator(ctx, { tenantId: params.id, id: params.invitationId }),
);

export const walletCertificateGet = route(walletCertificates.getWalletCertificate)(({ ctx, params }) =>
  certificateOf(ctx, params.id),
);

export const walletCertificateSet = route(walletCertificates.setWalletCertificate)(({ ctx, params, body }) =>
  setCertificateOf(ctx, params.id, body),
);

export const walletCertificateRemove = route(walletCertificates.removeWalletCertificate)(({ ctx, params }) =>
  removeCertificateOf(ctx, params.id),
);

// For the operator: the certificates against which wallet credentials are checked.

export const anchorsList = route(trust.listTrustAnchors)(({ ctx }) => listTrustAnchors(ctx));

export const anchorsImport = route(trust.importTrustAnchors)(({ ctx, body }) =>
  importTrustAnchors(ctx, body),
);

export const anchorsRemove = route(trust.removeTrustAnchor)(({ ctx, params }) =>
  removeTrustAnchor(ctx, params.id),
);

// The service itself.

const CACHE_FIVE_MINUTES = "public, max-age=300";

export const health = route(service.health)(({ ctx }) => checkHealth(ctx.deps));

export const ready = route(service.ready)(({ ctx }) => checkReadiness(ctx.deps));

export const serving = route(service.serving)(({ ctx }) => checkServing(ctx.deps));

export const jwks = route(service.jwks)(async ({ ctx, headers }) => {
  headers.set("Cache-Control", CACHE_FIVE_MINUTES);
  return ctx.deps.signingKeys.jwks();
});

// Set only once there is an answer, because a refusal must not be cached.
const CACHE_ONE_MINUTE = "public, max-age=60";

export const erasures = route(erasure.log)(async ({ ctx, query, headers }) => {
  const answer = await erasureLog(ctx, query);
  headers.set("Cache-Control", CACHE_ONE_MINUTE);
  return answer;
});

export const openapi = route(service.openapi)(async ({ ctx, headers }) => {
  headers.set("Cache-Control", CACHE_FIVE_MINUTES);
  return openApiDocument(ctx.deps.settings.publicUrl);
});

// How the command line signs in.

export const deviceAuthorization = route(deviceLogin.authorizeDevice)(({ ctx, body }) =>
  authorizeDevice(ctx, body),
);

export const deviceToken = route(deviceLogin.fetchToken)(({ ctx, body }) => fetchDeviceToken(ctx, body));

// Everyone gets the same answer for a moment: a new version is there within ten seconds of the change.
const CACHE_FIVE_SECONDS = "public, max-age=5";

export const practiceStatements = route(practice.readStatement)(async ({ ctx, query, headers }) => {
  const answer = await readStatement(ctx, query);
  headers.set("Cache-Control", CACHE_FIVE_SECONDS);
  return answer;
});

export const practiceNumbers = route(practice.readNumbers)(async ({ ctx, query, headers }) => {
  const answer = await monthlyNumbers(ctx, query);
  headers.set("Cache-Control", CACHE_FIVE_MINUTES);
  return answer;
});
