import { expect, test } from "vitest";
import { openTrialPage } from "#services/hosted/trial.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { viewPage } from "../support/http/hosted.ts";
import { serviceForFile } from "../support/world/service.ts";

const service = serviceForFile();

test("a member who may change the brand opens a page of test mode, and nobody else does", async () => {
  const { deps, tenant: newTenant } = service.get();
  const { id: tenantId } = await newTenant({ plan: "growth" });
  const owner = await ownerCtx(deps, tenantId);
  const started = () => deps.db.orm.verification.findMany({ where: { tenantId } });
  const viewer = { ...owner, role: "viewer" as const };
  await expect(openTrialPage(viewer)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(await started()).toEqual([]);

  const { url } = await openTrialPage(owner);
  expect(await started()).toMatchObject([{ mode: "test", status: "pending" }]);
  const secret = new URL(url).pathname.split("/").at(-1) ?? "";
  expect(await viewPage(deps, secret)).toMatchObject({ attemptsLeft: 3 });
});
