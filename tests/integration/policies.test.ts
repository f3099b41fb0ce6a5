import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Role } from "#core/access/permissions.ts";
import type { Lint } from "#core/policy/lints.ts";
import type { Policy } from "#core/policy/policy.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { MemberCtx } from "#services/context.ts";
import { getPolicy, policyOverview, publishPolicy, rollBackPolicy } from "#services/policies/policies.ts";
import { knownPerson } from "../support/sign-in/identity.ts";
import { serviceForFile } from "../support/world/service.ts";

// What the lints find has tests of its own: here they say what a test wants to hear.
const found = vi.hoisted((): { lints: Lint[] } => ({ lints: [] }));
vi.mock("#core/policy/lints.ts", () => ({ lintPolicy: () => found.lints }));
beforeEach(() => {
  found.lints = [];
});

const service = serviceForFile();

const POLICY: Policy = {
  default: { minimumAge: 18, methods: [{ id: "document", use: "offer", attempts: 2 }] },
  regions: [{ country: "AU", minimumAge: 16 }],
};

const OTHER: Policy = { default: { methods: [{ id: "wallet", use: "offer" }] }, regions: [] };

const memberOf = async (tenantId: string, role: Role): Promise<MemberCtx> => {
  const { deps } = service.get();
  const member = await knownPerson({ deps }, `${role} of ${tenantId}`, { tenantId, role });
  const tenant = await findTenant(deps.db.orm, tenantId);
  if (!tenant) throw new Error("no tenant");
  const actor = { kind: "member", memberId: member.id } as const;
  return { ...systemCtx(deps), actor, tenant, role, member: { ...member, name: role } };
};

const newMember = async (role: Role): Promise<MemberCtx> => memberOf((await service.get().tenant()).id, role);

const versionsOf = async (ctx: MemberCtx) =>
  (await policyOverview(ctx, { limit: 50 })).versions.map(({ number, isCurrent }) => [number, isCurrent]);

const auditOf = ({ deps, tenant }: MemberCtx) =>
  deps.db.orm.auditEntry.findMany({
    where: { tenantId: tenant.id, action: { startsWith: "policy." } },
    orderBy: { id: "asc" },
  });

describe("publishing", () => {
  test("makes the next version the current one, with its content, its publisher and an audit entry", async () => {
    const ctx = await newMember("admin");
    expect(await policyOverview(ctx, { limit: 50 })).toEqual({
      current: null,
      versions: [],
      nextCursor: null,
    });
    const first = await publishPolicy(ctx, { policy: POLICY, note: "As the law asks" });
    expect(first).toEqual({
      id: expect.stringMatching(/^pol_[0-9a-z]{26}$/),
      number: 1,
      policy: POLICY,
      note: "As the law asks",
      packIds: [],
      acceptedWarnings: [],
      publishedBy: `member:${ctx.member.id}`,
      publishedByName: expect.any(String),
      createdAt: expect.any(Date),
      isCurrent: true,
    });
    const second = await publishPolicy(ctx, { policy: OTHER });
    const overview = await policyOverview(ctx, { limit: 1 });
    expect(overview).toMatchObject({ current: { id: second.id, policy: OTHER }, nextCursor: second.id });
    expect(overview.versions.map(({ number }) => number)).toEqual([2]);
    const next = await policyOverview(ctx, { limit: 1, cursor: second.id });
    expect(next).toMatchObject({ versions: [{ number: 1, isCurrent: false }], nextCursor: null });
    expect(await getPolicy(ctx, { id: first.id })).toEqual({ ...first, isCurrent: false });
    expect(await auditOf(ctx)).toMatchObject([
      {
        action: "policy.publish",
        target: first.id,
        changes: { number: 1, places: "default, AU", acceptedWarnings: "", note: "As the law asks" },
      },
      { action: "policy.publish", target: second.id, changes: { number: 2, places: "default" } },
    ]);
  });

  test("of ten at once gives each its own number, without a gap", async () => {
    const ctx = await newMember("admin");
    const published = await Promise.all(
      Array.from({ length: 10 }, () => publishPolicy(ctx, { policy: POLICY })),
    );
    const numbers = published.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await versionsOf(ctx)).filter(([, isCurrent]) => isCurrent)).toEqual([[10, true]]);
  });

  test("is refused with every fault that blocks and every warning that is not accepted, and writes nothing", async () => {
    const ctx = await newMember("owner");
    found.lints = [
      { code: "one_way_only", level: "block", place: "AU", message: "There is one way only." },
      { code: "only_estimation", level: "warn", place: "default", message: "An estimate has no buffer." },
      { code: "no_way_without_phone", level: "warn", place: "default", message: "Every way needs a phone." },
    ];
    const refused = publishPolicy(ctx, {
      policy: POLICY,
      acceptedWarnings: ["no_way_without_phone", "one_way_only"],
    });
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: {
        issues: [
          { path: "policy.AU", message: "one_way_only: There is one way only." },
          {
            path: "policy.default",
            message:
              "only_estimation: An estimate has no buffer. (to publish it so, name only_estimation in acceptedWarnings)",
          },
        ],
      },
    });
    expect(await versionsOf(ctx)).toEqual([]);
    expect(await auditOf(ctx)).toEqual([]);
  });

  test("notes the warnings that were there and accepted, not those that were only named", async () => {
    const ctx = await newMember("admin");
    found.lints = [
      { code: "no_way_without_phone", level: "warn", place: "default", message: "Every way needs a phone." },
    ];
    const version = await publishPolicy(ctx, {
      policy: POLICY,
      acceptedWarnings: ["no_way_without_phone", "only_estimation"],
    });
    expect(version.acceptedWarnings).toEqual(["no_way_without_phone"]);
    expect(await auditOf(ctx)).toMatchObject([{ changes: { acceptedWarnings: "no_way_without_phone" } }]);
  });

  test("a warning with others in it is accepted with each by name, and the version records them all", async () => {
    const ctx = await newMember("admin");
    found.lints = [
      {
        ...{ code: "method_not_offered", level: "warn", place: "default", message: "Wallet does not count." },
        causes: [
          { code: "one_way_only", level: "warn" },
          { code: "document_only", level: "warn" },
        ],
      },
    ];
    const publish = (...acceptedWarnings: string[]) =>
      publishPolicy(ctx, { policy: POLICY, acceptedWarnings });
    for (const [named, missing] of [
      [["method_not_offered"], "one_way_only and document_only"],
      [["one_way_only", "document_only"], "method_not_offered"],
    ] as const) {
      const message = `method_not_offered: Wallet does not count. (to publish it so, name ${missing} in acceptedWarnings)`;
      await expect(publish(...named)).rejects.toMatchObject({
        details: { issues: [{ path: "policy.default", message }] },
      });
    }
    expect(await versionsOf(ctx)).toEqual([]);
    const all = ["document_only", "method_not_offered", "one_way_only"];
    const version = await publish(...all);
    expect(version.acceptedWarnings).toEqual(all);
    expect(await auditOf(ctx)).toMatchObject([{ changes: { acceptedWarnings: all.join(", ") } }]);
  });

  test("names each method that this deployment does not have, by place", async () => {
    const ctx = await newMember("admin");
    const methods = [...POLICY.default.methods, { id: "sandbox", use: "fallback" as const }];
    const policy = { default: { methods }, regions: [{ country: "DE", methods }] };
    await expect(publishPolicy(ctx, { policy })).rejects.toMatchObject({
      code: "INVALID_REQUEST_BODY",
      details: {
        issues: [
          {
            path: "policy.default.methods.1.id",
            message: "expected one of document, wallet, voucher, age_key",
          },
          {
            path: "policy.regions.0.methods.1.id",
            message: "expected one of document, wallet, voucher, age_key",
          },
        ],
      },
    });
  });
});

describe("roles", () => {
  test.each([
    ["viewer", "policies.write"],
    ["developer", "policies.write"],
  ] as const)("a %s reads, and may not publish", async (role, permission) => {
    const ctx = await newMember(role);
    await expect(policyOverview(ctx, { limit: 1 })).resolves.toMatchObject({ current: null });
    await expect(publishPolicy(ctx, { policy: POLICY })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      message: expect.stringContaining(permission),
    });
  });

  test("an admin publishes, and only an owner takes over a pack or rolls back", async () => {
    const admin = await newMember("admin");
    const { id } = await publishPolicy(admin, { policy: POLICY });
    const packed = { policy: OTHER, packIds: ["au-2025"] };
    const denied = { code: "PERMISSION_DENIED", message: expect.stringContaining("policies.accept") };
    await expect(publishPolicy(admin, packed)).rejects.toMatchObject(denied);
    await expect(rollBackPolicy(admin, { id })).rejects.toMatchObject(denied);
    const owner = await memberOf(admin.tenant.id, "owner");
    expect(await publishPolicy(owner, packed)).toMatchObject({ number: 2, packIds: ["au-2025"] });
  });

  test("nobody sees or rolls back to another tenant's version", async () => {
    const theirs = await publishPolicy(await newMember("owner"), { policy: POLICY });
    const ctx = await newMember("owner");
    for (const id of [theirs.id, "pol_x", `${theirs.id}x`]) {
      await expect(getPolicy(ctx, { id })).rejects.toMatchObject({ code: "POLICY_NOT_FOUND" });
      await expect(rollBackPolicy(ctx, { id })).rejects.toMatchObject({ code: "POLICY_NOT_FOUND" });
    }
    expect(await versionsOf(ctx)).toEqual([]);
  });
});

describe("rolling back", () => {
  test("publishes the old content as the newest version, with what was accepted then", async () => {
    const ctx = await newMember("owner");
    found.lints = [
      { code: "no_way_without_phone", level: "warn", place: "default", message: "Every way needs a phone." },
    ];
    const acceptedWarnings = ["no_way_without_phone"];
    const first = await publishPolicy(ctx, { policy: POLICY, acceptedWarnings, packIds: ["au-2025"] });
    await publishPolicy(ctx, { policy: OTHER, acceptedWarnings });
    const third = await rollBackPolicy(ctx, { id: first.id });
    expect(third).toMatchObject({
      number: 3,
      policy: POLICY,
      packIds: ["au-2025"],
      acceptedWarnings,
      isCurrent: true,
    });
    expect(await versionsOf(ctx)).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect((await auditOf(ctx)).at(-1)).toMatchObject({
      action: "policy.rollback",
      target: third.id,
      changes: { number: 3, rolledBackTo: 1, places: "default, AU" },
    });
  });

  test("asks about a warning that nobody has accepted yet", async () => {
    const ctx = await newMember("owner");
    const { id } = await publishPolicy(ctx, { policy: POLICY });
    found.lints = [
      { code: "no_way_without_phone", level: "warn", place: "default", message: "Every way needs a phone." },
    ];
    await expect(rollBackPolicy(ctx, { id })).rejects.toMatchObject({ code: "INVALID_REQUEST_BODY" });
    const rolledBack = await rollBackPolicy(ctx, { id, acceptedWarnings: ["no_way_without_phone"] });
    expect(rolledBack).toMatchObject({ number: 2, acceptedWarnings: ["no_way_without_phone"] });
  });
});

test("a published version cannot be changed, whatever the code does", async () => {
  const ctx = await newMember("admin");
  const { id } = await publishPolicy(ctx, { policy: POLICY });
  const { pool } = ctx.deps.db;
  await expect(pool.query("update policy_version set note = 'x' where id = $1", [id])).rejects.toThrow(
    /a published policy is never changed/,
  );
  await pool.query("delete from tenant where id = $1", [ctx.tenant.id]);
  const { rows } = await pool.query("select from policy_version where id = $1", [id]);
  expect(rows).toEqual([]);
});

describe("two members at once", () => {
  test("a publication that its author has not seen is not replaced: the refusal says who made it and when", async () => {
    const ada = await newMember("owner");
    const ben = await memberOf(ada.tenant.id, "admin");
    const { id: first } = await publishPolicy(ada, { policy: POLICY, basedOn: null });
    const second = await publishPolicy(ada, { policy: OTHER, basedOn: first });
    const stale = publishPolicy(ben, { policy: POLICY, basedOn: first });
    await expect(stale).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(
        `^Version 2 was published by ${second.publishedByName} on [0-9]{2} [A-Z][a-z]{2} [0-9]{4}, [0-9:]{5} UTC, after`,
      ),
    });
    await expect(publishPolicy(ben, { policy: POLICY, basedOn: null })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(rollBackPolicy(ada, { id: first, basedOn: first })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await versionsOf(ben)).toEqual([
      [2, true],
      [1, false],
    ]);
    await publishPolicy(ben, { policy: POLICY, basedOn: second.id });
    expect((await versionsOf(ben))[0]).toEqual([3, true]);
  });

  test("of ten that publish at once from one version, one does", async () => {
    const ctx = await newMember("admin");
    const { id: basedOn } = await publishPolicy(ctx, { policy: POLICY });
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => publishPolicy(ctx, { policy: OTHER, basedOn })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await versionsOf(ctx)).map(([number]) => number)).toEqual([2, 1]);
  });
});
