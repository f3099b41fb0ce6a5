import * as account from "./account.ts";
import * as admin from "./admin.ts";
import * as deviceLogin from "./device-login.ts";
import * as ending from "./ending.ts";
import type { Endpoint } from "./endpoint.ts";
import * as erasure from "./erasure.ts";
import * as events from "./events.ts";
import * as listeners from "./listeners.ts";
import * as members from "./members.ts";
import * as practice from "./practice.ts";
import * as service from "./service.ts";
import * as tokens from "./tokens.ts";
import * as trust from "./trust.ts";
import * as verificationList from "./verification-list.ts";
import * as verify from "./verify.ts";
import * as walletCertificates from "./wallet-certificates.ts";

export {
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
};

/** The groups of endpoints; an endpoint that fits nowhere else is about the service itself. */
export const ENDPOINT_GROUPS = [
  {
    id: "verifications",
    name: "Verifications",
    paths: /^\/verify\//,
    description: "Start checks of age, follow them and end them.",
  },
  {
    id: "tokens",
    name: "Tokens",
    paths: /^\/tokens\//,
    description: "Validate the proof of an approval, or exchange a browser's code for it.",
  },
  {
    id: "account",
    name: "Usage and logs",
    paths: /^\/(?:usage|logs|audit)$/,
    description: "What the tenant has used, what was asked, and who changed what.",
  },
  {
    id: "listeners",
    name: "Command lines",
    paths: /^\/listeners/,
    description: "For `lintel listen`: events taken by long poll.",
  },
  {
    id: "admin",
    name: "Administration",
    paths: /^\/admin\//,
    description: "For the operator: tenants, their members, trusted issuers, figures and logs.",
  },
  {
    id: "service",
    name: "Service",
    paths: /^\//,
    description: "Health, keys and documents that need no credential.",
  },
] as const;

/** Chosen by the first part of the path. */
export const groupOf = ({ path }: Pick<Endpoint, "path">) =>
  ENDPOINT_GROUPS.find(({ paths }) => paths.test(path)) ?? ENDPOINT_GROUPS[5];

/** Every public endpoint: the OpenAPI document, the reference page and the test matrix walk this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  verify.start,
  verify.complete,
  verify.status,
  events.listEvents,
  verify.submit,
  ending.cancel,
  ending.simulate,
  verificationList.listVerifications,
  erasure.redact,
  erasure.readReceipt,
  tokens.validate,
  tokens.exchange,
  listeners.openListener,
  listeners.takeDeliveries,
  listeners.closeListener,
  account.usage,
  account.logs,
  account.audit,
  admin.metrics,
  admin.listTenants,
  admin.createTenant,
  admin.getTenant,
  admin.updateTenant,
  erasure.deleteTenant,
  account.archiveTenant,
  members.listMembers,
  members.changeMember,
  members.removeMember,
  members.deleteMember,
  members.listInvitations,
  members.invite,
  members.renewInvitation,
  members.withdrawInvitation,
  walletCertificates.getWalletCertificate,
  walletCertificates.setWalletCertificate,
  walletCertificates.removeWalletCertificate,
  admin.logs,
  account.allAudit,
  trust.listTrustAnchors,
  trust.importTrustAnchors,
  trust.removeTrustAnchor,
  service.health,
  service.ready,
  service.serving,
  service.jwks,
  erasure.log,
  service.openapi,
  deviceLogin.authorizeDevice,
  deviceLogin.fetchToken,
  practice.readStatement,
  practice.readNumbers,
];
