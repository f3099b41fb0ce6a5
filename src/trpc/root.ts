import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import * as keysContract from "#contracts/console/keys.ts";
import * as membersContract from "#contracts/console/members.ts";
import { invitationAcceptance, invitationSecret, sessionId } from "#contracts/console/members.ts";
import * as reportsContract from "#contracts/console/reports.ts";
import * as settingsContract from "#contracts/console/settings.ts";
import * as verificationsContract from "#contracts/console/verifications.ts";
import * as webhooksContract from "#contracts/console/webhooks.ts";
import { issueKey, listKeys, renameKey, revokeKeyByName, rotateKey } from "#services/keys/keys.ts";
import { beginConsole } from "#services/members/identify.ts";
import { acceptInvitation, invite, revokeInvitation, viewInvitation } from "#services/members/invitations.ts";
import { changeRole, listMembers, me, removeMember } from "#services/members/members.ts";
import { overview } from "#services/reports/overview.ts";
import { find, ownLogs, ownRequest } from "#services/reports/request-logs.ts";
import { endAllSessions, endOtherSessions, endSession, sessionsOf } from "#services/sessions/sessions.ts";
import { listAudit } from "#services/tenants/audit-log.ts";
import { closeTenant, getSettings, setLogo, updateSettings } from "#services/tenants/settings.ts";
import { usageStatement } from "#services/usage/statements.ts";
import { usageReport } from "#services/usage/usage.ts";
import { verificationDetail } from "#services/verifications/detail.ts";
import { listVerifications } from "#services/verifications/list.ts";
import { metadataKeys } from "#services/verifications/start.ts";
import { revokeToken } from "#services/verifications/tokens.ts";
import * as deliveries from "#services/webhooks/deliveries.ts";
import * as endpoints from "#services/webhooks/endpoints.ts";
import { sendSampleEvent } from "#services/webhooks/send-sample-event.ts";
import { memberProcedure, personProcedure, router } from "./init.ts";

export const keys = router({
  list: memberProcedure("keys.read").query(({ ctx }) => listKeys(ctx)),
  create: memberProcedure("keys.write")
    .input(keysContract.createKey)
    .mutation(({ ctx, input }) => issueKey(ctx, input)),
  rename: memberProcedure("keys.write")
    .input(keysContract.renameKey)
    .mutation(({ ctx, input }) => renameKey(ctx, input)),
  rotate: memberProcedure("keys.write")
    .input(keysContract.rotateKey)
    .mutation(({ ctx, input }) => rotateKey(ctx, input)),
  revoke: memberProcedure("keys.write")
    .input(keysContract.revokeKey)
    .mutation(({ ctx, input }) => revokeKeyByName(ctx, input)),
});

export const members = router({
  list: memberProcedure("members.read").query(({ ctx }) => listMembers(ctx)),
  invite: memberProcedure("members.write")
    .input(membersContract.invite)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  revokeInvitation: memberProcedure("members.write")
    .input(membersContract.revokeInvitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input.invitationId)),
  changeRole: memberProcedure("members.write")
    .input(membersContract.changeRole)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  // Everybody may leave; taking out others needs members.write or owners.write, which the service asks for.
  remove: memberProcedure("members.read")
    .input(membersContract.removeMember)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
});

export const reports = router({
  overview: memberProcedure("overview.read")
    .input(reportsContract.overview)
    .query(({ ctx, input }) => overview(ctx, input)),
  usage: memberProcedure("usage.read")
    .input(reportsContract.usage)
    .query(({ ctx, input }) => usageReport(ctx, input)),
  statement: memberProcedure("usage.read")
    .input(reportsContract.statement)
    .query(({ ctx, input }) => usageStatement(ctx, input.month)),
  logs: memberProcedure("logs.read")
    .input(reportsContract.listLogs)
    .query(({ ctx, input }) => ownLogs(ctx, input)),
  request: memberProcedure("logs.read")
    .input(reportsContract.oneRequest)
    .query(({ ctx, input }) => ownRequest(ctx, input.requestId)),
  find: memberProcedure("verifications.read")
    .input(reportsContract.find)
    .query(({ ctx, input }) => find(ctx, input.text)),
  audit: memberProcedure("audit.read")
    .input(reportsContract.listAudit)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});

export const session = router({
  me: personProcedure.query(({ ctx }) => me(ctx)),
  /** Where the person is signed in. */
  sessions: personProcedure.query(({ ctx }) => sessionsOf(ctx)),
  endSession: personProcedure.input(sessionId).mutation(({ ctx, input }) => endSession(ctx, input.sessionId)),
  endOtherSessions: personProcedure.mutation(({ ctx }) => endOtherSessions(ctx)),
  endAllSessions: personProcedure.mutation(({ ctx }) => endAllSessions(ctx)),
  begin: personProcedure.mutation(({ ctx }) => beginConsole(ctx)),
  // A mutation, so that the link's secret is never in an address.
  viewInvitation: personProcedure
    .input(invitationSecret)
    .mutation(({ ctx, input }) => viewInvitation(ctx, input.secret)),
  acceptInvitation: personProcedure
    .input(invitationAcceptance)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
});

export const settings = router({
  get: memberProcedure("settings.read").query(({ ctx }) => getSettings(ctx)),
  update: memberProcedure("settings.write")
    .input(settingsContract.updateSettings)
    .mutation(({ ctx, input }) => updateSettings(ctx, input)),
  setLogo: memberProcedure("settings.write")
    .input(settingsContract.setLogo)
    .mutation(({ ctx, input }) => setLogo(ctx, input.png)),
  close: memberProcedure("tenant.close")
    .input(settingsContract.closeTenant)
    .mutation(({ ctx, input }) => closeTenant(ctx, input.name)),
});

export const verifications = router({
  list: memberProcedure("verifications.read")
    .input(verificationsContract.listVerifications)
    .query(({ ctx, input }) => listVerifications(ctx, input)),
  detail: memberProcedure("verifications.read")
    .input(verificationsContract.oneVerification)
    .query(({ ctx, input }) => verificationDetail(ctx, input.verificationId)),
  metadataKeys: memberProcedure("verifications.read").query(({ ctx }) => metadataKeys(ctx)),
  revokeToken: memberProcedure("tokens.revoke")
    .input(verificationsContract.oneVerification)
    .mutation(({ ctx, input }) => revokeToken(ctx, input.verificationId)),
});

const read = memberProcedure("webhooks.read");
const write = memberProcedure("webhooks.write");
const retry = memberProcedure("webhooks.retry");

export const webhooks = router({
  endpoints: read.query(({ ctx }) => endpoints.listEndpoints(ctx)),
  createEndpoint: write
    .input(webhooksContract.createEndpoint)
    .mutation(({ ctx, input }) => endpoints.createEndpoint(ctx, input)),
  updateEndpoint: write
    .input(webhooksContract.updateEndpoint)
    .mutation(({ ctx, input }) => endpoints.updateEndpoint(ctx, input)),
  enableEndpoint: write
    .input(webhooksContract.oneEndpoint)
    .mutation(({ ctx, input }) => endpoints.enableEndpoint(ctx, input)),
  disableEndpoint: write
    .input(webhooksContract.oneEndpoint)
    .mutation(({ ctx, input }) => endpoints.disableEndpoint(ctx, input)),
  removeEndpoint: write
    .input(webhooksContract.oneEndpoint)
    .mutation(({ ctx, input }) => endpoints.removeEndpoint(ctx, input)),
  rollSecret: write
    .input(webhooksContract.rollSecret)
    .mutation(({ ctx, input }) => endpoints.rollSecret(ctx, input)),
  sendSample: write
    .input(webhooksContract.sendSample)
    .mutation(({ ctx, input }) => sendSampleEvent(ctx, input)),
  deliveries: read
    .input(webhooksContract.listDeliveries)
    .query(({ ctx, input }) => deliveries.listDeliveries(ctx, input)),
  delivery: read
    .input(webhooksContract.oneDelivery)
    .query(({ ctx, input }) => deliveries.getDelivery(ctx, input)),
  retryDelivery: retry
    .input(webhooksContract.oneDelivery)
    .mutation(({ ctx, input }) => deliveries.retryDelivery(ctx, input)),
  unsent: read
    .input(webhooksContract.countUnsent)
    .query(({ ctx, input }) => deliveries.countUnsent(ctx, input)),
  resendDeliveries: retry
    .input(webhooksContract.resendDeliveries)
    .mutation(({ ctx, input }) => deliveries.resendDeliveries(ctx, input)),
});

/** The console's whole interface. package.json exports its types as "./console"; docs/console-api.md says how to use them. */
export const appRouter = router({ session, members, keys, verifications, webhooks, reports, settings });

export type ConsoleRouter = typeof appRouter;

export type ConsoleInputs = inferRouterInputs<ConsoleRouter>;
export type ConsoleOutputs = inferRouterOutputs<ConsoleRouter>;
