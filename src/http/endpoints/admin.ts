import { admin } from "#contracts/index.ts";
import { requestLogs } from "#services/reports/logs.ts";
import { serviceMetrics } from "#services/reports/metrics.ts";
import { createTenant } from "#services/tenants/create.ts";
import { getTenant } from "#services/tenants/get.ts";
import { listTenants } from "#services/tenants/list.ts";
import { updateTenant } from "#services/tenants/update.ts";
import { linkNext } from "../link-next.ts";
import { prometheusText } from "../prometheus.ts";
import { route } from "../route.ts";

export const metrics = route(admin.metrics)(({ ctx }) => serviceMetrics(ctx), {
  plainText: prometheusText,
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

export const logs = route(admin.logs)(({ ctx, query }) => requestLogs(ctx, query));
