import * as admin from "./admin.ts";
import type { Endpoint } from "./endpoint.ts";
import * as erasure from "./erasure.ts";
import * as members from "./members.ts";
import * as practice from "./practice.ts";
import * as service from "./service.ts";
import * as tokens from "./tokens.ts";
import * as trust from "./trust.ts";
import * as verificationList from "./verification-list.ts";
import * as verify from "./verify.ts";
import * as walletCertificates from "./wallet-certificates.ts";

export {
  admin,
  erasure,
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
  { id: "verifications", name: "Verifications", prefix: "/verify/" },
  { id: "tokens", name: "Tokens", prefix: "/tokens/" },
  { id: "admin", name: "Administration", prefix: "/admin/" },
  { id: "service", name: "Service", prefix: "/" },
] as const;

/** Chosen by the first part of the path. */
export const groupOf = ({ path }: Pick<Endpoint, "path">) =>
  ENDPOINT_GROUPS.find(({ prefix }) => path.startsWith(prefix)) ?? ENDPOINT_GROUPS[3];

/** Every public endpoint: the OpenAPI document, the reference page and the test matrix walk this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  verify.start,
  verify.complete,
  verify.status,
  verify.submit,
  verificationList.listVerifications,
  erasure.redact,
  erasure.readReceipt,
  tokens.validate,
  tokens.exchange,
  admin.metrics,
  admin.listTenants,
  admin.createTenant,
  admin.getTenant,
  admin.updateTenant,
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
  trust.listTrustAnchors,
  trust.importTrustAnchors,
  trust.removeTrustAnchor,
  service.health,
  service.ready,
  service.jwks,
  erasure.log,
  service.openapi,
  practice.readStatement,
  practice.readNumbers,
];
