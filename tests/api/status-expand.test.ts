import { describe, expect, test } from "vitest";
import { complete, patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { play } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const get = (key: string, id: string, expand: string) =>
  service.get().call("GET", `/verify/status?verificationId=${id}&expand=${expand}`, { key });

const expanded = async (key: string, id: string, expand = "config,metadata,attempts") => {
  const answer = await get(key, id, expand);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
};

const POLICY = {
  default: { methods: [{ id: "document", use: "offer", attempts: 2 }], attemptsInAll: 2 },
  regions: [{ country: "NZ", minimumAge: 16 }],
};
const acceptedWarnings = [
  "one_way_only",
  "document_only",
  "no_way_without_camera",
  "too_few_choices",
  "attempts_run_out",
];

describe("GET /verify/status with expand", () => {
  test("repeats the config of the start, with thresholds and policy", async () => {
    const { call, tenant } = service.get();
    const { id, liveKey: key } = await tenant({ plan: "scale" });
    const plain = await start(call, key, { locale: "de", minimumAge: 21 });
    expect((await expanded(key, plain.verificationId)).config).toEqual(plain.config);
    await patchTenant(call, id, { policy: POLICY, acceptedWarnings });
    const body = { thresholds: [16, 18], disclosure: "thresholds", country: "NZ" };
    const ruled = await start(call, key, body);
    expect(ruled.config).toHaveProperty("policy");
    expect((await expanded(key, ruled.verificationId)).config).toEqual(ruled.config);
  });

  test("repeats the metadata, empty where none was sent", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    const metadata = { order: "A-1", size: 7, gift: false, note: null };
    const { verificationId } = await start(call, key, { metadata });
    expect((await expanded(key, verificationId)).metadata).toEqual(metadata);
    const bare = await start(call, key);
    expect((await expanded(key, bare.verificationId)).metadata).toEqual({});
  });

  test("adds only what is named, after what the status says anyway", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    const { verificationId } = await start(call, key, { metadata: { order: "A-1" }, reference: "r" });
    await complete(call, key, { verificationId, verifiedAge: 30 });
    const status = await statusOf(call, key, verificationId);
    for (const name of ["config", "metadata", "attempts"] as const) {
      const { [name]: added, ...rest } = await expanded(key, verificationId, name);
      expect(added).toBeDefined();
      expect(rest).toEqual(status);
    }
    const { text } = await get(key, verificationId, "attempts,config");
    expect(text.indexOf('"config"')).toBeLessThan(text.indexOf('"attempts"'));
    expect(text).not.toContain('"metadata"');
  });

  test("counts the attempts of each method, and says why the last one decided nothing", async () => {
    const { call, deps, tenant } = service.get();
    const { testKey: key } = await tenant();
    const page = await start(call, key);
    const attempts = async () => (await expanded(key, page.verificationId)).attempts;
    const document = { method: "document", used: 0, allowed: 3 };
    expect(await attempts()).toEqual([document]);
    await play(deps, secretOf(page), "poor_document");
    expect(await attempts()).toEqual([
      document,
      { method: "sandbox", used: 1, allowed: 3, lastErrorCode: "DOCUMENT_QUALITY_LOW" },
    ]);
    await play(deps, secretOf(page), "approve");
    expect(await attempts()).toEqual([document, { method: "sandbox", used: 2, allowed: 3 }]);
  });

  const tried = async (policy: object | null) => {
    const { call, deps, tenant } = service.get();
    const { id, liveKey: key } = await tenant({ plan: "scale" });
    if (policy) await patchTenant(call, id, { policy, acceptedWarnings });
    const { verificationId } = await start(call, key);
    const of = { verificationId, tenantId: id, method: "document", durationMs: 9, createdAt: clock.now() };
    for (const [number, finding] of ["DOCUMENT_EXPIRED", "DOCUMENT_UNREADABLE"].entries()) {
      const attempt = {
        id: `att_${verificationId}_${number}`,
        number: number + 1,
        finding,
        reason: "blurred",
      };
      await deps.db.orm.methodAttempt.create({ data: { ...of, ...attempt } });
    }
    return (await expanded(key, verificationId, "attempts")).attempts;
  };

  test("under a policy the rule says how many attempts its method has", async () => {
    expect(await tried(POLICY)).toEqual([
      { method: "document", used: 2, allowed: 2, lastErrorCode: "DOCUMENT_UNREADABLE" },
    ]);
  });

  test("where the rule hides the method, neither it nor its error is told", async () => {
    const hiding = { ...POLICY, default: { ...POLICY.default, hideMethod: true } };
    expect(await tried(hiding)).toEqual([
      { method: "undisclosed", used: 2, allowed: 2, lastErrorCode: "METHOD_FAILED" },
    ]);
  });

  test("an erased verification has nothing to add", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();
    const { verificationId } = await start(call, key, { metadata: { order: "A-1" } });
    await complete(call, key, { verificationId, verifiedAge: 30 });
    await call("POST", "/verify/redact", { key, body: { verificationId } });
    expect(await expanded(key, verificationId)).toEqual(await statusOf(call, key, verificationId));
  });

  test("another tenant's and the other mode's are not found, whatever is to be added", async () => {
    const { call, tenant } = service.get();
    const [mine, theirs] = [await tenant(), await tenant()];
    const { verificationId } = await start(call, theirs.liveKey);
    for (const key of [mine.liveKey, theirs.testKey])
      expect(await get(key, verificationId, "config,metadata,attempts")).toMatchObject({
        status: 404,
        body: { code: "VERIFICATION_NOT_FOUND" },
      });
  });

  test.each([
    ["", "expand.0"],
    ["everything", "expand.0"],
    ["config,", "expand.1"],
    ["config,config", "expand"],
    ["Config", "expand.0"],
    ["config metadata", "expand.0"],
    ["config,attempts,secret", "expand.2"],
    ["config,".repeat(20), "expand"],
  ])("refuses expand=%s and says where", async (expand, path) => {
    const { tenant } = service.get();
    const { liveKey: key } = await tenant();
    expectRefused(await get(key, "ver_1", encodeURIComponent(expand)), path);
  });
});
