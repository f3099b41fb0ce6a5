import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { consoleCall } from "../support/console/call.ts";
import { complete, start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

const service = consoleForFile();

let tenantId = "";
let bearer = "";
const made = { live: "", test: "" };

const ask = async (path: string, input: object): Promise<unknown> => {
  const { data, errorCode, message } = await consoleCall(service.get().deps, path, input, {
    bearer,
    tenantId,
  });
  expect(errorCode, message).toBeNull();
  return data;
};

beforeAll(async () => {
  const { deps, call, identity, tenant: newTenant } = service.get();
  const tenant = await newTenant();
  tenantId = tenant.id;
  await knownPerson({ deps }, "ada", { tenantId, role: "owner" });
  bearer = await identity.bearer("ada");
  await ask("webhooks.createEndpoint", { url: "https://hooks.example.com/x" });
  for (const [mode, key] of [
    ["live", tenant.liveKey],
    ["test", tenant.testKey],
  ] as const) {
    const { verificationId } = await start(call, key);
    await complete(call, key, { verificationId, verifiedAge: 30 });
    made[mode] = verificationId;
  }
});

const deliveries = z.object({
  deliveries: z.array(z.object({ id: z.string(), verificationId: z.string(), mode: z.string() })),
});
const latest = z.object({ latest: z.array(z.object({ verificationId: z.string() })) });

test.each(["live", "test"] as const)(
  "in %s mode, only that mode's deliveries and verifications",
  async (mode) => {
    const of = deliveries.parse(await ask("webhooks.deliveries", { mode }));
    expect(of.deliveries).toEqual([expect.objectContaining({ verificationId: made[mode], mode })]);
    const deliveryId = of.deliveries[0]?.id;
    expect(await ask("webhooks.delivery", { deliveryId })).toMatchObject({ mode });
    const overview = latest.parse(await ask("reports.overview", { mode }));
    expect(overview.latest.map(({ verificationId }) => verificationId)).toEqual([made[mode]]);
  },
);

test("without a mode, the deliveries of both", async () => {
  const { deliveries: both } = deliveries.parse(await ask("webhooks.deliveries", {}));
  expect(new Set(both.map(({ verificationId }) => verificationId))).toEqual(new Set(Object.values(made)));
});
