import { READER_CERTIFICATE, REQUEST_CERTIFICATE } from "../wallet/request-certificate.ts";

/** One of everything in a tenant that a procedure can name. */
export type Things = {
  tenantId: string;
  tenantName: string;
  keyId: string;
  keyName: string;
  /** A viewer. */
  memberId: string;
  ownerId: string;
  endpointId: string;
  deliveryId: string;
  verificationId: string;
  invitationId: string;
  voucherId: string;
  policyId: string;
  clientId: string;
  siteId: string;
  providerId: string;
  vendorId: string;
  readerId: string;
  /** The operator asked to look. */
  askedVisitId: string;
  /** The operator may look now. */
  runningVisitId: string;
  hostId: string;
};

export type Example = {
  input(things: Things): unknown;
  /** The input names something by its id: another tenant's must not be found. */
  namesThings?: true;
  /** What a list answers where another tenant's id only filters. */
  emptyForForeign?: unknown;
  isRead?: true;
  isWrite?: true;
  takesNothing?: true;
};

const LATER = "2126-01-01T00:00:00Z";
const PRICES = { monthlyPriceMinor: 4_900, overagePriceMinor: 5 };

const nothing = (): undefined => undefined;
const reads = { isRead: true } as const;
const writes = { isWrite: true } as const;
const byId = { namesThings: true } as const;
const alone = { input: nothing, takesNothing: true } as const;
const unknownSecret = { secret: `vi_${"x".repeat(43)}` };
const unknownCode = { userCode: "BCDF-GHJK" };

export const EXAMPLES: Record<string, Example> = {
  "session.me": { ...alone, ...reads },
  "session.begin": { ...alone, ...reads },
  "session.sessions": { ...alone, ...reads },
  "session.endSession": { input: () => ({ sessionId: "ses_unknown" }) },
  "session.endOtherSessions": { ...alone },
  "session.endAllSessions": { ...alone },
  "session.viewInvitation": { input: () => unknownSecret },
  "session.acceptInvitation": { input: () => unknownSecret },
  "session.memberships": { ...alone, ...reads },
  "session.acceptOffer": { input: () => ({ tenantId: "ten_unknown", role: "viewer" }) },
  "session.declineOffer": { input: () => ({ tenantId: "ten_unknown" }) },
  "deviceLogins.view": { input: () => unknownCode },
  "deviceLogins.approve": { input: () => unknownCode },
  "deviceLogins.deny": { input: () => unknownCode },
  "members.list": { ...alone, ...reads },
  "alerts.list": { input: () => ({}) },
  "alerts.countOpen": { ...alone },
  "alerts.settings": { ...alone },
  "alerts.update": { input: () => ({ rulesOff: ["quota_80"] }), ...writes },
  "alerts.updatePreference": {
    input: () => ({
      mails: true,
      rulesOff: [],
      quiet: { from: 1_320, to: 420 },
      zone: "Europe/Berlin",
      urgentPasses: true,
    }),
  },
  "alerts.testSlack": { ...alone },
  "members.invite": { input: () => ({ role: "viewer", email: "new@people.test" }), ...writes },
  "members.renewInvitation": { input: ({ invitationId }) => ({ invitationId }), ...byId, ...writes },
  "members.revokeInvitation": { input: ({ invitationId }) => ({ invitationId }), ...byId, ...writes },
  "members.changeRole": { input: ({ memberId }) => ({ memberId, role: "support" }), ...byId, ...writes },
  "members.remove": { input: ({ memberId }) => ({ memberId }), ...byId, ...writes },
  "directory.get": { ...alone, ...reads },
  "directory.waiting": { ...alone, ...reads },
  "directory.requests": { ...alone, ...reads },
  // It is connected: tests/integration/directory.test.ts connects one.
  "directory.connect": { input: () => ({ role: "viewer" }) },
  "directory.rotate": { input: () => ({}), ...writes },
  "directory.setRole": { input: () => ({ role: "support" }), ...writes },
  "directory.disconnect": { ...alone, ...writes },
  "keys.list": { ...alone, ...reads },
  "keys.create": { input: () => ({ mode: "live", name: "Server" }), ...writes },
  "keys.rename": { input: ({ keyId }) => ({ keyId, name: "Renamed" }), ...byId, ...writes },
  "keys.update": {
    input: ({ keyId }) => ({ keyId, revision: 1, scopes: ["verifications:read"] }),
    ...byId,
    ...writes,
  },
  "keys.rotate": { input: ({ keyId }) => ({ keyId, overlapHours: 1 }), ...byId, ...writes },
  "keys.revoke": { input: ({ keyId, keyName }) => ({ keyId, name: keyName }), ...byId, ...writes },
  "hosts.list": { ...alone, ...reads },
  "hosts.add": { input: () => ({ host: "verify.added.example" }), ...writes },
  "hosts.makePrimary": { input: ({ hostId }) => ({ hostId }), ...byId, ...writes },
  "hosts.switch": { input: ({ hostId }) => ({ hostId, isOn: false }), ...byId, ...writes },
  // It asks the DNS, which tests may not: the host is found missing before that.
  "hosts.check": { input: ({ hostId }) => ({ hostId }), ...byId, ...writes },
  "hosts.remove": { input: ({ hostId }) => ({ hostId }), ...byId, ...writes },
  "gates.list": { ...alone, ...reads },
  "gates.create": {
    input: () => ({ name: "Shop", mode: "test", origin: "https://shop.example", minimumAge: 18 }),
    ...writes,
  },
  "gates.update": { input: ({ siteId }) => ({ siteId, name: "Renamed" }), ...byId, ...writes },
  "gates.rotateSecret": { input: ({ siteId }) => ({ siteId, overlapHours: 1 }), ...byId, ...writes },
  "gates.lookForLeaks": { input: ({ siteId }) => ({ siteId }), ...byId, ...writes },
  "gates.traffic": { input: ({ siteId }) => ({ siteId }), ...byId, ...reads },
  "gates.remove": { input: ({ siteId }) => ({ siteId }), ...byId, ...writes },
  "oidcClients.list": { ...alone, ...reads },
  "oidcClients.create": {
    input: () => ({
      name: "Shop",
      mode: "test",
      authMethod: "client_secret_basic",
      redirectUris: ["https://shop.example/callback"],
    }),
    ...writes,
  },
  "oidcClients.update": { input: ({ clientId }) => ({ clientId, name: "Renamed" }), ...byId, ...writes },
  "oidcClients.rotateSecret": {
    input: ({ clientId }) => ({ clientId, overlapHours: 24 }),
    ...byId,
    ...writes,
  },
  "oidcClients.remove": { input: ({ clientId }) => ({ clientId }), ...byId, ...writes },
  "verifications.list": { input: () => ({ limit: 10 }), ...reads },
  "verifications.metadataKeys": { ...alone, ...reads },
  "verifications.detail": { input: ({ verificationId }) => ({ verificationId }), ...byId, ...reads },
  "verifications.download": { input: ({ verificationId }) => ({ verificationId }), ...byId },
  "verifications.revokeToken": { input: ({ verificationId }) => ({ verificationId }), ...byId, ...writes },
  "verifications.erase": {
    input: ({ verificationId }) => ({ verificationId, reason: "asked for by the person" }),
    ...byId,
    ...writes,
  },
  "appeals.waiting": { ...alone, ...reads },
  "erasureRequests.list": { input: () => ({ limit: 10 }), ...reads },
  "erasureRequests.open": { ...alone, ...reads },
  "erasureRequests.carryOut": { input: () => ({ requestId: "erq_00000000000000000000000000" }) },
  "erasureRequests.decline": { input: () => ({ requestId: "erq_00000000000000000000000000", reply: "No." }) },
  "vouchers.list": { input: () => ({ limit: 10 }), ...reads },
  "vouchers.issue": { input: () => ({ ageAtLeast: 18, validMinutes: 60 }), ...writes },
  "vouchers.revoke": { input: ({ voucherId }) => ({ voucherId }), ...byId, ...writes },
  "identityProviders.list": { ...alone, ...reads },
  "identityProviders.reserve": { ...alone },
  "identityProviders.add": {
    input: () => ({
      slug: "new",
      mode: "live",
      name: "New",
      issuer: "https://id.example.com",
      clientId: "lintel",
      clientAuth: "client_secret",
      clientSecret: "given out by the provider",
      preset: "age_over",
    }),
    ...writes,
  },
  "identityProviders.test": { input: ({ providerId }) => ({ id: providerId }), ...byId },
  "identityProviders.switch": {
    input: ({ providerId }) => ({ id: providerId, isActive: false }),
    ...byId,
    ...writes,
  },
  "identityProviders.ownAddress": { input: ({ providerId }) => ({ id: providerId }), ...byId, ...writes },
  "identityProviders.update": {
    input: ({ providerId }) => ({
      id: providerId,
      name: "Other eID",
      country: null,
      issuer: "https://other.example.com",
      clientId: "other",
      clientSecret: "given out by the other provider",
      minAcr: null,
    }),
    ...byId,
    ...writes,
  },
  "identityProviders.remove": { input: ({ providerId }) => ({ id: providerId }), ...byId, ...writes },
  "identityProviders.rotate": {
    input: ({ providerId }) => ({ id: providerId, clientSecret: "another" }),
    ...byId,
    ...writes,
  },
  "vendors.list": { ...alone, ...reads },
  "vendors.add": {
    input: () => ({
      kind: "stripe",
      mode: "live",
      apiKey: "rk_live_stand_in_givenOut",
      callbackKey: "whsec_givenOutByStripe0000",
    }),
    ...writes,
  },
  "vendors.switch": { input: ({ vendorId }) => ({ id: vendorId, isActive: false }), ...byId, ...writes },
  "vendors.rotate": {
    input: ({ vendorId }) => ({
      id: vendorId,
      apiKey: "rk_test_stand_in_another",
      callbackKey: "whsec_anotherOfStripe00000",
    }),
    ...byId,
    ...writes,
  },
  "vendors.rename": { input: ({ vendorId }) => ({ id: vendorId, name: "ID check" }), ...byId, ...writes },
  "vendors.chooseSelfie": {
    input: ({ vendorId }) => ({ id: vendorId, asksSelfie: false }),
    ...byId,
    ...writes,
  },
  "vendors.remove": { input: ({ vendorId }) => ({ id: vendorId }), ...byId, ...writes },
  "walletCertificates.get": { ...alone, ...reads },
  "walletCertificates.set": { input: () => REQUEST_CERTIFICATE, ...writes },
  "walletCertificates.remove": { ...alone, ...writes },
  "readerCertificates.list": { ...alone, ...reads },
  "readerCertificates.add": { input: () => READER_CERTIFICATE, ...writes },
  "readerCertificates.remove": { input: ({ readerId }) => ({ id: readerId }), ...byId, ...writes },
  "webhooks.catalogue": { ...alone, ...reads },
  "webhooks.endpoints": { ...alone, ...reads },
  "webhooks.createEndpoint": { input: () => ({ url: "https://hooks.example.com/new" }), ...writes },
  "webhooks.updateEndpoint": {
    input: ({ endpointId }) => ({ endpointId, description: "Changed" }),
    ...byId,
    ...writes,
  },
  "webhooks.enableEndpoint": { input: ({ endpointId }) => ({ endpointId }), ...byId },
  "webhooks.disableEndpoint": { input: ({ endpointId }) => ({ endpointId }), ...byId, ...writes },
  "webhooks.removeEndpoint": { input: ({ endpointId }) => ({ endpointId }), ...byId, ...writes },
  "webhooks.rollSecret": {
    input: ({ endpointId }) => ({ endpointId, keepPrevious: true }),
    ...byId,
    ...writes,
  },
  "webhooks.sendSample": {
    input: ({ endpointId }) => ({ endpointId, event: "verification.completed" }),
    ...byId,
    ...writes,
  },
  "webhooks.deliveries": {
    input: ({ endpointId }) => ({ endpointId, limit: 10 }),
    ...byId,
    emptyForForeign: { deliveries: [], nextCursor: null },
    ...reads,
  },
  "webhooks.delivery": { input: ({ deliveryId }) => ({ deliveryId }), ...byId, ...reads },
  "webhooks.retryDelivery": { input: ({ deliveryId }) => ({ deliveryId }), ...byId },
  "webhooks.resendable": {
    input: ({ endpointId }) => ({ endpointId, statuses: ["failed", "delivered"] }),
    ...byId,
    ...reads,
  },
  "webhooks.resendDeliveries": {
    input: ({ endpointId }) => ({
      endpointId,
      statuses: ["failed", "cancelled", "delivered"],
      counted: { at: new Date().toISOString(), lastId: "whd_z" },
    }),
    ...byId,
  },
  "reports.overview": { input: () => ({ mode: "live", days: 7 }), ...reads },
  "reports.usage": { input: () => ({ months: 3 }), ...reads },
  "reports.statement": { input: () => ({ month: new Date().toISOString().slice(0, 7) }), ...reads },
  "reports.logs": { input: () => ({ limit: 10 }), ...reads },
  "reports.request": { input: () => ({ requestId: "req_none" }) },
  "reports.find": { input: () => ({ text: "A-1042" }), ...reads },
  "reports.auditEntry": { input: () => ({ entryId: "aud_none" }) },
  "reports.audit": { input: () => ({ limit: 10 }), ...reads },
  "policies.overview": { input: () => ({}), ...reads },
  "policies.get": { input: ({ policyId }) => ({ id: policyId }), ...byId, ...reads },
  "policies.methods": { ...alone, ...reads },
  "policies.publish": {
    input: () => ({
      policy: { default: { methods: [{ id: "document", use: "offer" }] } },
      acceptedWarnings: ["one_way_only", "document_only", "no_way_without_camera"],
    }),
    ...writes,
  },
  "policies.rollBack": { input: ({ policyId }) => ({ id: policyId }), ...byId },
  "settings.get": { ...alone, ...reads },
  "settings.update": { input: () => ({ minimumAge: 16 }), ...writes },
  "settings.setLogo": { input: () => ({ png: null }), ...writes },
  "settings.openPage": { ...alone },
  "settings.close": { input: ({ tenantName }) => ({ name: tenantName }), ...writes },
  "operatorAccess.now": { ...alone, ...reads },
  "operatorAccess.list": { input: () => ({ limit: 10 }), ...reads },
  "operatorAccess.grant": {
    input: ({ askedVisitId }) => ({ visitId: askedVisitId, hours: 2 }),
    ...byId,
    ...writes,
  },
  "operatorAccess.decline": { input: ({ askedVisitId }) => ({ visitId: askedVisitId }), ...byId, ...writes },
  "operatorAccess.end": { input: ({ runningVisitId }) => ({ visitId: runningVisitId }), ...byId, ...writes },
  "operator.tenants": { input: () => ({ search: "a", limit: 10 }), ...reads },
  "operator.tenant": { input: ({ tenantId }) => ({ tenantId }), ...reads },
  "operator.createTenant": { input: () => ({ name: "New", ownerEmail: "new@people.test" }) },
  "operator.updateTenant": { input: ({ tenantId }) => ({ tenantId, plan: "growth" }), ...writes },
  "operator.removePlanChange": {
    input: ({ tenantId }) => ({ tenantId, changeId: "tpc_00000000000000000000000000" }),
  },
  "operator.suspendTenant": { input: ({ tenantId }) => ({ tenantId }), ...writes },
  "operator.reopenTenant": { input: ({ tenantId }) => ({ tenantId }) },
  "operator.closeTenant": {
    input: ({ tenantId, tenantName }) => ({ tenantId, name: tenantName }),
    ...writes,
  },
  "operator.deleteTenant": { input: ({ tenantId, tenantName }) => ({ tenantId, name: tenantName }) },
  "operator.inviteOwner": {
    input: ({ tenantId }) => ({ tenantId, email: "owner@people.test" }),
    ...writes,
  },
  "operator.renewInvitation": {
    input: ({ tenantId, invitationId }) => ({ tenantId, invitationId }),
    ...writes,
  },
  "operator.withdrawInvitation": {
    input: ({ tenantId, invitationId }) => ({ tenantId, invitationId }),
    ...writes,
  },
  "operator.changeMember": {
    input: ({ tenantId, memberId }) => ({ tenantId, memberId, role: "support" }),
    ...writes,
  },
  "operator.removeMember": { input: ({ tenantId, memberId }) => ({ tenantId, memberId }), ...writes },
  "operator.prices": { ...alone, ...reads },
  "operator.setPrices": {
    input: () => ({ validFrom: LATER, plans: { free: PRICES, growth: PRICES, scale: PRICES } }),
  },
  "operator.removePrices": { input: () => ({ pricesId: "ppr_00000000000000000000000000" }) },
  "operator.usage": { input: () => ({ month: new Date().toISOString().slice(0, 7) }), ...reads },
  "operator.webhooks": { input: () => ({}), ...reads },
  "operator.rates": { input: () => ({ days: 7 }), ...reads },
  "operator.trust": { ...alone, ...reads },
  "operator.importTrustAnchors": {
    input: () => ({ format: "pem", content: "none", credentialTypes: ["eu.europa.ec.av.1"] }),
  },
  "operator.removeTrustAnchor": { input: () => ({ anchorId: "tra_00000000000000000000000000" }) },
  "operator.adminKeys": { input: () => ({}), ...reads },
  "operator.createAdminKey": { input: () => ({ name: "Prometheus", scope: "metrics" }) },
  "operator.revokeAdminKey": { input: () => ({ keyId: "adk_00000000000000000000000000" }) },
  "operator.certificates": { input: () => ({}), ...reads },
  "operator.settings": { ...alone, ...reads },
  "operator.system": { ...alone, ...reads },
  "operator.alerts": { ...alone, ...reads },
  "operator.audit": { input: () => ({ limit: 10 }), ...reads },
  "operator.visits": { input: () => ({ limit: 10 }), ...reads },
  "operator.askToVisit": {
    input: ({ tenantId }) => ({ tenantId, reason: "You asked us to look", hours: 2 }),
    ...writes,
  },
  "operator.endVisit": { input: () => ({ visitId: "vis_00000000000000000000000000" }) },
  "practice.overview": { input: () => ({}), ...reads },
  "practice.update": {
    input: () => ({
      practicePublished: true,
      numbersPublished: false,
      practiceContact: "mailto:age@shop.example",
      complaintUrl: null,
    }),
    ...writes,
  },
};
