import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import * as providersContract from "#contracts/console/identity-providers.ts";
import * as membersContract from "#contracts/console/members.ts";
import * as policiesContract from "#contracts/console/policies.ts";
import * as reportsContract from "#contracts/console/reports.ts";
import * as settingsContract from "#contracts/console/settings.ts";
import * as vendorsContract from "#contracts/console/vendors.ts";
import { auditEntry, listAudit } from "#services/audit/console.ts";
import { openTrialPage } from "#services/hosted/trial.ts";
import * as providerChanges from "#services/identity/change-provider.ts";
import * as providersOf from "#services/identity/providers.ts";
import { reserveProviderAddress } from "#services/identity/reserve-address.ts";
import { ownLogs, ownRequest } from "#services/logs/request-logs.ts";
import { acceptInvitation, viewInvitation } from "#services/members/accept-invitation.ts";
import { acceptOffer, declineOffer, memberships } from "#services/members/consent.ts";
import { beginConsole } from "#services/members/identify.ts";
import { me } from "#services/members/members.ts";
import { overview } from "#services/overview/overview.ts";
import * as policyVersions from "#services/policies/policies.ts";
import { practiceOverview, setPracticeSettings } from "#services/practice/statement.ts";
import { endAllSessions, endOtherSessions, endSession, sessionsOf } from "#services/sessions/sessions.ts";
import { closeTenant } from "#services/tenants/life.ts";
import { getSettings, setLogo, updateSettings } from "#services/tenants/settings.ts";
import { usageStatement } from "#services/usage/statements.ts";
import { usageReport } from "#services/usage/usage.ts";
import * as vendorsOf from "#services/vendors/accounts.ts";
import * as vendorChanges from "#services/vendors/change-vendor.ts";
import { find } from "#services/verifications/find.ts";
import * as walletCertificatesOf from "#services/wallet/certificates.ts";
import * as readersOf from "#services/wallet/readers.ts";
import { alerts } from "./alerts.ts";
import { memberProcedure, personProcedure, router, using } from "./init.ts";
import { deviceLogins, keys } from "./keys.ts";
import { directory, members } from "./members.ts";
import { operator, operatorAccess } from "./operator.ts";
import { gates, hosts, oidcClients } from "./sites.ts";
import { appeals, erasureRequests, verifications, vouchers } from "./verifications.ts";
import { webhooks } from "./webhooks.ts";

const settingsWrite = memberProcedure("settings.write");
const settingsRead = memberProcedure("settings.read");
const certificatesWrite = memberProcedure("certificates.write");
const verificationsRead = memberProcedure("verifications.read");
const usageRead = memberProcedure("usage.read");
const logsRead = memberProcedure("logs.read");

export const identityProviders = router({
  list: settingsRead.query(({ ctx }) => providersOf.listIdentityProviders(ctx)),
  // Each call makes an address, which means nothing until a provider is added with it.
  reserve: settingsWrite.query(({ ctx }) => reserveProviderAddress(ctx)),
  add: settingsWrite.input(providersContract.addProvider).mutation(using(providersOf.addIdentityProvider)),
  // It asks the provider, so it is not a query: pages repeat queries at will.
  test: settingsWrite.input(providersContract.oneProvider).mutation(using(providersOf.testIdentityProvider)),
  switch: settingsWrite
    .input(providersContract.switchProvider)
    .mutation(using(providersOf.switchIdentityProvider)),
  ownAddress: settingsWrite
    .input(providersContract.oneProvider)
    .mutation(using(providerChanges.giveProviderOwnAddress)),
  update: settingsWrite
    .input(providersContract.updateProvider)
    .mutation(using(providerChanges.updateIdentityProvider)),
  remove: settingsWrite
    .input(providersContract.oneProvider)
    .mutation(using(providerChanges.removeIdentityProvider)),
  rotate: settingsWrite
    .input(providersContract.rotateProvider)
    .mutation(using(providerChanges.rotateProviderSecret)),
});

export const vendors = router({
  list: settingsRead.query(({ ctx }) => vendorsOf.listTenantVendors(ctx)),
  add: settingsWrite.input(vendorsContract.addVendor).mutation(using(vendorsOf.addVendor)),
  switch: settingsWrite.input(vendorsContract.switchVendor).mutation(using(vendorsOf.switchVendor)),
  rotate: settingsWrite.input(vendorsContract.rotateVendor).mutation(using(vendorsOf.rotateVendorKeys)),
  rename: settingsWrite.input(vendorsContract.renameVendor).mutation(using(vendorChanges.renameVendor)),
  chooseSelfie: settingsWrite
    .input(vendorsContract.chooseVendorSelfie)
    .mutation(using(vendorChanges.chooseVendorSelfie)),
  remove: settingsWrite.input(vendorsContract.oneVendor).mutation(using(vendorChanges.removeVendor)),
});

export const walletCertificates = router({
  get: settingsRead.query(({ ctx }) => walletCertificatesOf.walletCertificate(ctx)),
  set: certificatesWrite
    .input(vendorsContract.setCertificate)
    .mutation(using(walletCertificatesOf.setWalletCertificate)),
  remove: certificatesWrite.mutation(({ ctx }) => walletCertificatesOf.removeWalletCertificate(ctx)),
});

export const readerCertificates = router({
  list: settingsRead.query(({ ctx }) => readersOf.listReaderCertificates(ctx)),
  add: certificatesWrite.input(vendorsContract.addReader).mutation(using(readersOf.addReaderCertificate)),
  remove: certificatesWrite
    .input(vendorsContract.removeReader)
    .mutation(using(readersOf.removeReaderCertificate)),
});

const policiesRead = memberProcedure("policies.read");

export const policies = router({
  overview: policiesRead.input(policiesContract.listPolicies).query(using(policyVersions.policyOverview)),
  get: policiesRead.input(policiesContract.onePolicy).query(using(policyVersions.getPolicy)),
  methods: policiesRead.query(({ ctx }) => policyVersions.policyMethods(ctx)),
  publish: memberProcedure("policies.write")
    .input(policiesContract.publishPolicy)
    .mutation(using(policyVersions.publishPolicy)),
  rollBack: memberProcedure("policies.accept")
    .input(policiesContract.rollBackPolicy)
    .mutation(using(policyVersions.rollBackPolicy)),
});

const auditRead = memberProcedure("audit.read");

export const reports = router({
  overview: memberProcedure("overview.read").input(reportsContract.overview).query(using(overview)),
  usage: usageRead.input(reportsContract.usage).query(using(usageReport)),
  statement: usageRead
    .input(reportsContract.statement)
    .query(({ ctx, input }) => usageStatement(ctx, input.month)),
  logs: logsRead.input(reportsContract.listLogs).query(using(ownLogs)),
  request: logsRead
    .input(reportsContract.oneRequest)
    .query(({ ctx, input }) => ownRequest(ctx, input.requestId)),
  find: verificationsRead.input(reportsContract.find).query(({ ctx, input }) => find(ctx, input.text)),
  audit: auditRead.input(reportsContract.listAudit).query(using(listAudit)),
  auditEntry: auditRead.input(reportsContract.oneEntry).query(using(auditEntry)),
});

export const session = router({
  me: personProcedure.query(({ ctx }) => me(ctx)),
  /** Where the person is signed in. */
  sessions: personProcedure.query(({ ctx }) => sessionsOf(ctx)),
  endSession: personProcedure
    .input(membersContract.sessionId)
    .mutation(({ ctx, input }) => endSession(ctx, input.sessionId)),
  endOtherSessions: personProcedure.mutation(({ ctx }) => endOtherSessions(ctx)),
  endAllSessions: personProcedure.mutation(({ ctx }) => endAllSessions(ctx)),
  begin: personProcedure.mutation(({ ctx }) => beginConsole(ctx)),
  // A mutation, so that the link's secret is never in an address.
  viewInvitation: personProcedure
    .input(membersContract.invitationSecret)
    .mutation(({ ctx, input }) => viewInvitation(ctx, input.secret)),
  acceptInvitation: personProcedure
    .input(membersContract.invitationAcceptance)
    .mutation(using(acceptInvitation)),
  /** The person's tenants, and those that wait for their answer. */
  memberships: personProcedure.query(({ ctx }) => memberships(ctx)),
  acceptOffer: personProcedure.input(membersContract.offerAcceptance).mutation(using(acceptOffer)),
  declineOffer: personProcedure
    .input(membersContract.offerRefusal)
    .mutation(({ ctx, input }) => declineOffer(ctx, input.tenantId)),
});

export const settings = router({
  get: settingsRead.query(({ ctx }) => getSettings(ctx)),
  update: settingsWrite.input(settingsContract.updateSettings).mutation(using(updateSettings)),
  setLogo: settingsWrite
    .input(settingsContract.setLogo)
    .mutation(({ ctx, input }) => setLogo(ctx, input.png)),
  // It starts a verification, so it is not a query: pages repeat queries at will.
  openPage: settingsWrite.mutation(({ ctx }) => openTrialPage(ctx)),
  close: memberProcedure("tenant.close")
    .input(settingsContract.closeTenant)
    .mutation(({ ctx, input }) => closeTenant(ctx, input.name)),
});

export const practice = router({
  overview: settingsRead.input(settingsContract.practiceDraft).query(using(practiceOverview)),
  update: settingsWrite.input(settingsContract.practiceSettings).mutation(using(setPracticeSettings)),
});

/** The console's whole interface. package.json exports its types as "./console"; docs/console-api.md says how to use them. */
export const appRouter = router({
  session,
  members,
  directory,
  keys,
  deviceLogins,
  gates,
  hosts,
  oidcClients,
  verifications,
  appeals,
  erasureRequests,
  vouchers,
  identityProviders,
  vendors,
  policies,
  webhooks,
  reports,
  settings,
  walletCertificates,
  readerCertificates,
  practice,
  operator,
  operatorAccess,
  alerts,
});

export type ConsoleRouter = typeof appRouter;

export type ConsoleInputs = inferRouterInputs<ConsoleRouter>;
export type ConsoleOutputs = inferRouterOutputs<ConsoleRouter>;
