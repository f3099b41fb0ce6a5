import { beforeAll, describe, expect, test } from "vitest";
import { firstIdAt } from "#core/day.ts";
import { consoleCall } from "../support/console/call.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";

// The console's procedures for alerts, by several members of two tenants.

const service = consoleForFile();
const SLACK = "https://hooks.slack.com/services/T0000/B0000/never-shown-again";
const RULES_OFF = { rulesOff: ["quota_80"] };

let shop = "";
let other = "";
const bearers = new Map<string, string>();
const call = (who: string, path: string, input?: unknown, tenantId = shop) =>
  consoleCall(service.get().deps, `alerts.${path}`, input, { bearer: bearers.get(who), tenantId });

const addAlert = (id: string, tenantId: string | null, isOpen: boolean, rule = "quota_80") => {
  const { deps } = service.get();
  const at = deps.now();
  return deps.db.orm.alert.create({
    data: {
      ...{ id, tenantId, rule, subject: id, detail: { used: 800, limit: 1_000 } },
      ...{
        raisedAt: at,
        lastSeenAt: at,
        resolvedAt: isOpen ? null : at,
        endReason: isOpen ? null : "ran_out",
      },
    },
  });
};

beforeAll(async () => {
  const { deps, identity, tenant } = service.get();
  [shop, other] = [(await tenant()).id, (await tenant()).id];
  for (const [subject, role, tenantId] of [
    ["ada", "owner", shop],
    ["cyd", "developer", shop],
    ["dee", "support", shop],
    ["eve", "viewer", shop],
    ["hal", "owner", other],
  ] as const) {
    await knownPerson({ deps }, subject, { tenantId, role });
    bearers.set(subject, await identity.bearer(subject));
  }
});

const idAt = (second: number): string =>
  firstIdAt("alert", new Date(service.get().deps.now().getTime() + second * 1_000));

describe("the list", () => {
  test("pages through open and past alerts, newest first, with what to do and where", async () => {
    const ids = [1, 2, 3].map(idAt);
    await addAlert(ids[0] ?? "", shop, false);
    await addAlert(ids[1] ?? "", shop, true, "quota_100");
    await addAlert(ids[2] ?? "", other, true);
    await addAlert(idAt(4), null, true, "queue_lag");
    const first = await call("cyd", "list", { limit: 1 });
    expect(first.data).toMatchObject({
      alerts: [{ id: ids[1], rule: "quota_100", resolvedAt: null, url: `/console/${shop}/usage` }],
      nextCursor: ids[1],
    });
    expect(await call("cyd", "list", { limit: 1, cursor: ids[1] })).toMatchObject({
      data: {
        alerts: [{ id: ids[0], rule: "quota_80", endReason: "ran_out", because: "the UTC month ended" }],
        nextCursor: null,
      },
    });
    for (const [filter, found] of [
      [{ isOpen: true }, [ids[1]]],
      [{ isOpen: false }, [ids[0]]],
      [{ rule: "quota_80" }, [ids[0]]],
      [{ rule: "key_expiring" }, []],
    ] as const)
      expect([filter, (await call("ada", "list", filter)).data]).toMatchObject([
        filter,
        { alerts: found.map((id) => ({ id })) },
      ]);
    expect((await call("cyd", "countOpen")).data).toBe(1);
    expect(await call("cyd", "list", { rule: "queue_lag" })).toMatchObject({ httpStatus: 400 });
  });

  test("support, viewers and another tenant's owner see none of it", async () => {
    for (const who of ["dee", "eve", "hal"])
      for (const path of ["list", "countOpen", "settings"])
        expect([who, path, (await call(who, path, path === "list" ? {} : undefined)).httpStatus]).toEqual([
          who,
          path,
          who === "hal" ? 404 : 403,
        ]);
  });
});

test("the Slack address is sealed, and no answer, entry or row shows it again", async () => {
  const { deps } = service.get();
  expect(await call("cyd", "update", { slackUrl: SLACK })).toMatchObject({ httpStatus: 200 });
  const settings = await call("ada", "settings");
  expect(settings.data).toMatchObject({ hasSlack: true });
  const stored = [
    settings.data,
    await deps.db.orm.alertChannel.findMany(),
    await deps.db.orm.auditEntry.findMany({ where: { tenantId: shop } }),
  ];
  expect(JSON.stringify(stored)).not.toContain("never-shown-again");
  expect((await call("hal", "settings", undefined, other)).data).toMatchObject({ hasSlack: false });
  expect(await call("cyd", "update", { slackUrl: "https://hooks.slack.com.evil.test/x" })).toMatchObject({
    httpStatus: 400,
  });
  await call("ada", "update", { slackUrl: null });
  expect((await call("cyd", "settings")).data).toMatchObject({ hasSlack: false });
  expect(await call("ada", "testSlack")).toMatchObject({ errorCode: "NOT_FOUND" });
});

test("rules are the tenant's: what one member turns off is off for the other, and nobody below a developer can", async () => {
  for (const who of ["dee", "eve"])
    expect((await call(who, "update", RULES_OFF)).errorCode).toBe("PERMISSION_DENIED");
  await call("cyd", "update", RULES_OFF);
  const off = (data: unknown) => JSON.stringify(data).match(/"id":"quota_80"[^}]*"isOn":(?:true|false)/)?.[0];
  expect(off((await call("ada", "settings")).data)).toContain('"isOn":false');
  expect(off((await call("hal", "settings", undefined, other)).data)).toContain('"isOn":true');
  await call("ada", "update", { rulesOff: [] });
  expect(off((await call("cyd", "settings")).data)).toContain('"isOn":true');
});

test("notifications are each member's own", async () => {
  const quiet = {
    mails: true,
    rulesOff: ["quota_100"],
    quiet: { from: 1_320, to: 420 },
    zone: "Europe/Berlin",
    urgentPasses: false,
  };
  expect(await call("cyd", "updatePreference", quiet)).toMatchObject({ httpStatus: 200 });
  await call("ada", "updatePreference", { ...quiet, mails: false, quiet: null, zone: "UTC" });
  expect((await call("cyd", "settings")).data).toMatchObject({
    preference: {
      mails: true,
      rulesOff: ["quota_100"],
      quietFrom: 1_320,
      quietTo: 420,
      zone: "Europe/Berlin",
    },
  });
  expect((await call("ada", "settings")).data).toMatchObject({
    canMail: false,
    preference: { mails: false, quietFrom: null, zone: "UTC" },
  });
  expect(await call("cyd", "updatePreference", { ...quiet, zone: "Mars/Base" })).toMatchObject({
    httpStatus: 400,
  });
  expect(await call("eve", "updatePreference", quiet)).toMatchObject({ httpStatus: 403 });
});
