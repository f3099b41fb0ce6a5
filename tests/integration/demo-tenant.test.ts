import { expect, test } from "vitest";
import { seedDemo } from "../../prisma/seed.ts";
import { start } from "../support/http/actions.ts";
import { trustAnIssuer } from "../support/wallet/trusted-issuer.ts";
import { serviceForFile } from "../support/world/service.ts";

const service = serviceForFile();

test("the demo tenant's live key starts verifications with the wallet, beside documents", async () => {
  const { call, deps, runtime } = service.get();
  const { tenant } = await seedDemo(runtime);
  await trustAnIssuer(deps);
  const started = await start(call, tenant.liveKey);
  expect(started.config).toMatchObject({ methods: ["document", "wallet"] });
  const walletOnly = await start(call, tenant.liveKey, { methods: ["wallet"] });
  expect(walletOnly.config).toMatchObject({ methods: ["wallet"], mode: "live" });
});

test("a choice that was made for it since is kept at the next start", async () => {
  const { call, deps, runtime } = service.get();
  const first = await seedDemo(runtime);
  await deps.db.orm.tenant.update({ where: { id: first.tenant.id }, data: { methods: ["document"] } });
  deps.keyCache.clear();
  const again = await seedDemo(runtime, { previous: first });
  expect(again.tenant).toEqual(first.tenant);
  const started = await start(call, first.tenant.liveKey);
  expect(started.config).toMatchObject({ methods: ["document"] });
});
