import type { Mode } from "#core/verification.ts";

/** Addresses of the console, built in one place. */
export const consolePath = (tenantId: string, page = ""): string =>
  `/console/${tenantId}${page && `/${page}`}`;

/** Where a person answers what tenants ask them. */
export const OFFERS_PATH = "/console/invitations";

/** Addresses of the operator's pages. */
export const operatorPath = (page = ""): string => `/console/operator${page && `/${page}`}`;

/** A tenant among the operator's pages. */
export const operatorTenantPath = (tenantId: string): string => operatorPath(`tenants/${tenantId}`);

export const verificationPath = (tenantId: string, id: string): string =>
  consolePath(tenantId, `verifications/${id}`);
export const endpointPath = (tenantId: string, id: string): string => consolePath(tenantId, `webhooks/${id}`);
export const deliveryPath = (tenantId: string, id: string): string =>
  consolePath(tenantId, `webhooks/deliveries/${id}`);
export const auditEntryPath = (tenantId: string, id: string): string => consolePath(tenantId, `audit/${id}`);
export const requestPath = (tenantId: string, requestId: string): string =>
  consolePath(tenantId, `logs/${encodeURIComponent(requestId)}`);

/** The requests with one API key. */
export const logsOfKeyPath = (tenantId: string, keyId: string): string =>
  `${consolePath(tenantId, "logs")}?key=${encodeURIComponent(keyId)}`;

/** The page of alerts, at one of its views. */
export const alertsPath = (tenantId: string, view: string): string =>
  `${consolePath(tenantId, "alerts")}${view === "list" ? "" : `?view=${view}`}`;

export const policyViewPath = (tenantId: string, view: string): string =>
  `${consolePath(tenantId, "policy")}?view=${view}`;

/** One version of the policy, with its contents. */
export const policyVersionPath = (tenantId: string, versionId: string): string =>
  `${policyViewPath(tenantId, "versions")}&version=${encodeURIComponent(versionId)}`;

/** The list of verifications started on one UTC day ("2026-11-21"), in one mode or in both. */
export const dayPath = (tenantId: string, day: string, mode?: Mode): string =>
  `${consolePath(tenantId, "verifications")}?from=${day}&to=${day}${mode === undefined ? "" : `&mode=${mode}`}`;
export const statementPath = (tenantId: string, month: string): string =>
  consolePath(tenantId, `usage/${month}`);

/** The list of open appeals that wait for something; only live verifications can be appealed. */
export const waitingPath = (tenantId: string, waitsFor: string): string =>
  `${consolePath(tenantId, "verifications")}?waits=${waitsFor}&mode=live`;

/** The page of vouchers, about to issue one for an appeal. */
export const voucherForPath = (tenantId: string, verificationId: string): string =>
  `${consolePath(tenantId, "vouchers")}?new=voucher&for=${encodeURIComponent(verificationId)}`;

/**
 * The mode is in the address (`?mode=test`; live without it), so that a reload and a shared link show the
 * same mode.
 */
export const modeOf = (text: unknown): Mode => (text === "test" ? "test" : "live");

/** A console address in a mode; other addresses stay as they are. */
export const inMode = (href: string, mode: Mode): string => {
  if (!href.startsWith("/console/") || mode === "live") return href;
  const [page = "", hash] = href.split("#");
  const [path, query] = page.split("?");
  const params = new URLSearchParams(query);
  if (!params.has("mode")) params.set("mode", mode);
  // `?new` has no value.
  return `${path}?${params.toString().replace(/=(?=&|$)/g, "")}${hash === undefined ? "" : `#${hash}`}`;
};
