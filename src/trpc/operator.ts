import * as operatorContract from "#contracts/console/operator.ts";
import { operatorAlerts } from "#services/alerts/operator.ts";
import { operatorsTrail } from "#services/audit/console.ts";
import * as adminKeysOf from "#services/keys/admin-keys.ts";
import { certificateState, systemState, trustState } from "#services/operator/facts.ts";
import { usageOfAll } from "#services/operator/money.ts";
import { listPrices, removePrices, setPrices, unschedulePlan } from "#services/operator/plan-changes.ts";
import * as tenantsOf from "#services/operator/tenants.ts";
import { ratesOfAll, webhooksOfAll } from "#services/operator/traffic.ts";
import * as visitsOf from "#services/operator/visits.ts";
import { deleteTenant } from "#services/tenants/deletion.ts";
import { closeByOperator, reopenTenant, suspendTenant } from "#services/tenants/life.ts";
import {
  changeMember,
  expelMember,
  inviteByOperator,
  renewByOperator,
  withdrawByOperator,
} from "#services/tenants/people.ts";
import { createTenant } from "#services/tenants/tenants.ts";
import { removeTrustAnchor } from "#services/trust/anchors.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { memberProcedure, operatorProcedure, router, using } from "./init.ts";

/** The operator's console: for the people whom OPERATORS names, over all tenants. */
export const operator = router({
  tenants: operatorProcedure.input(operatorContract.listTenants).query(using(tenantsOf.findTenants)),
  tenant: operatorProcedure.input(operatorContract.oneTenant).query(using(tenantsOf.viewTenant)),
  createTenant: operatorProcedure.input(operatorContract.createTenant).mutation(using(createTenant)),
  updateTenant: operatorProcedure
    .input(operatorContract.updateTenant)
    .mutation(using(tenantsOf.updateTenant)),
  removePlanChange: operatorProcedure.input(operatorContract.onePlanChange).mutation(using(unschedulePlan)),
  suspendTenant: operatorProcedure.input(operatorContract.oneTenant).mutation(using(suspendTenant)),
  reopenTenant: operatorProcedure.input(operatorContract.oneTenant).mutation(using(reopenTenant)),
  closeTenant: operatorProcedure.input(operatorContract.closeTenant).mutation(using(closeByOperator)),
  deleteTenant: operatorProcedure.input(operatorContract.closeTenant).mutation(using(deleteTenant)),
  inviteOwner: operatorProcedure
    .input(operatorContract.inviteOwner)
    .mutation(({ ctx, input: { tenantId, ...input } }) => inviteByOperator(ctx, tenantId, input)),
  renewInvitation: operatorProcedure
    .input(operatorContract.renewInvitation)
    .mutation(({ ctx, input: { invitationId: id, ...input } }) => renewByOperator(ctx, { ...input, id })),
  withdrawInvitation: operatorProcedure
    .input(operatorContract.oneInvitation)
    .mutation(({ ctx, input: { invitationId: id, tenantId } }) => withdrawByOperator(ctx, { tenantId, id })),
  changeMember: operatorProcedure.input(operatorContract.changeMember).mutation(using(changeMember)),
  removeMember: operatorProcedure.input(operatorContract.oneMember).mutation(using(expelMember)),
  prices: operatorProcedure.query(({ ctx }) => listPrices(ctx)),
  setPrices: operatorProcedure.input(operatorContract.setPrices).mutation(using(setPrices)),
  removePrices: operatorProcedure.input(operatorContract.onePrices).mutation(using(removePrices)),
  usage: operatorProcedure.input(operatorContract.usage).query(using(usageOfAll)),
  webhooks: operatorProcedure.input(operatorContract.webhooks).query(using(webhooksOfAll)),
  rates: operatorProcedure.input(operatorContract.rates).query(using(ratesOfAll)),
  trust: operatorProcedure.query(({ ctx }) => trustState(ctx)),
  importTrustAnchors: operatorProcedure
    .input(operatorContract.importTrustAnchors)
    .mutation(using(importTrustAnchors)),
  removeTrustAnchor: operatorProcedure
    .input(operatorContract.removeTrustAnchor)
    .mutation(({ ctx, input }) => removeTrustAnchor(ctx, input.anchorId)),
  adminKeys: operatorProcedure.input(operatorContract.listAdminKeys).query(using(adminKeysOf.listAdminKeys)),
  createAdminKey: operatorProcedure
    .input(operatorContract.createAdminKey)
    .mutation(using(adminKeysOf.createAdminKey)),
  revokeAdminKey: operatorProcedure
    .input(operatorContract.revokeAdminKey)
    .mutation(using(adminKeysOf.revokeAdminKey)),
  certificates: operatorProcedure.input(operatorContract.certificates).query(using(certificateState)),
  settings: operatorProcedure.query(({ ctx }) => ({ settings: ctx.deps.settings.shown() })),
  system: operatorProcedure.query(({ ctx }) => systemState(ctx)),
  alerts: operatorProcedure.query(({ ctx }) => operatorAlerts(ctx)),
  audit: operatorProcedure.input(operatorContract.listAudit).query(using(operatorsTrail)),
  visits: operatorProcedure.input(operatorContract.listVisits).query(using(visitsOf.listVisits)),
  askToVisit: operatorProcedure.input(operatorContract.askToVisit).mutation(using(visitsOf.askToVisit)),
  endVisit: operatorProcedure.input(operatorContract.oneVisit).mutation(using(visitsOf.endOwnVisit)),
});

const admit = memberProcedure("operators.admit");

/** Whether the operator may look into the tenant's console: the tenant's side. */
export const operatorAccess = router({
  now: memberProcedure("overview.read").query(({ ctx }) => visitsOf.visitNow(ctx)),
  list: admit.input(operatorContract.listVisits).query(using(visitsOf.visitsHere)),
  grant: admit.input(operatorContract.grantVisit).mutation(using(visitsOf.grantVisit)),
  decline: admit.input(operatorContract.oneVisit).mutation(using(visitsOf.declineVisit)),
  end: admit.input(operatorContract.oneVisit).mutation(using(visitsOf.endVisitHere)),
});
