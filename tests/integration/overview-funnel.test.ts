import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { besideTheFunnel, stagesOf } from "#console/overview/overview-tiles.tsx";
import { createId } from "#core/ids.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { MemberCtx } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import { type Overview, overview } from "#services/overview/overview.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

const clock = testClock("2026-11-21T12:00:00Z");
const service = serviceForFile({ overrides: { now: clock.now } });

type Kind = {
  status: "pending" | "in_progress" | "completed" | "failed" | "expired";
  isOpened: boolean;
  attempts: number;
  verified: boolean | null;
  method: string | null;
  mode?: "live" | "test";
};

const KINDS = {
  neverOpened: { status: "expired", isOpened: false, attempts: 0, verified: null, method: null },
  overdue: { status: "pending", isOpened: false, attempts: 0, verified: null, method: null },
  openedOnly: { status: "expired", isOpened: true, attempts: 0, verified: null, method: null },
  triedAndLeft: { status: "expired", isOpened: true, attempts: 2, verified: null, method: null },
  failed: { status: "failed", isOpened: true, attempts: 3, verified: null, method: "document" },
  cancelled: { status: "failed", isOpened: true, attempts: 0, verified: null, method: null },
  approved: { status: "completed", isOpened: true, attempts: 1, verified: true, method: "document" },
  underAge: { status: "completed", isOpened: true, attempts: 1, verified: false, method: "wallet" },
  /** A browser without scripts: nothing says that the page was opened. */
  withoutScripts: { status: "completed", isOpened: false, attempts: 1, verified: true, method: "document" },
  ownCheck: { status: "completed", isOpened: false, attempts: 0, verified: true, method: "tenant" },
  ownCheckAfterOpening: {
    status: "completed",
    isOpened: true,
    attempts: 0,
    verified: false,
    method: "tenant",
  },
  ownCheckAfterTrying: { status: "completed", isOpened: true, attempts: 2, verified: true, method: "tenant" },
  inTestMode: {
    status: "completed",
    isOpened: true,
    attempts: 1,
    verified: true,
    method: "sandbox",
    mode: "test",
  },
} as const satisfies Record<string, Kind>;

const ALL: readonly Kind[] = Object.values(KINDS);

let ctx: MemberCtx;
let number = 0;

const addRows = async (kinds: readonly Kind[], daysAgo: number): Promise<void> => {
  const tenantId = ctx.tenant.id;
  await service.get().deps.db.orm.verification.createMany({
    data: kinds.map(({ isOpened, mode = "live", ...kind }) => {
      number += 1;
      const createdAt = new Date(clock.now().getTime() - daysAgo * 86_400_000 - 3_600_000);
      const isOver = kind.status !== "pending";
      return {
        ...kind,
        id:
          createId("verification", createdAt, new Uint8Array(10).fill(number % 250)).slice(0, -6) +
          String(number).padStart(6, "0"),
        tenantId,
        mode,
        requestId: "req_x",
        secretHash: new TextEncoder().encode(`secret ${number}`),
        minimumAge: 18,
        methods: ["document"],
        maxAttempts: 3,
        errorCode: kind.status === "failed" ? "DOCUMENT_UNREADABLE" : null,
        createdAt,
        openedAt: isOpened ? createdAt : null,
        completedAt: isOver ? createdAt : null,
        expiresAt: new Date(createdAt.getTime() + 1_800_000),
      };
    }),
  });
};

const counts = ({ funnel }: Overview): number[] => stagesOf(funnel).map(({ count }) => count);

beforeEach(async () => {
  const { deps, tenant: newTenant } = service.get();
  const { id } = await newTenant();
  const tenant = await findTenant(deps.db.orm, id);
  if (!tenant) throw new Error("the tenant was made above");
  const person = { issuer: "https://seed.invalid", subject: "ada", name: "Ada", email: null };
  ctx = { ...systemCtx(deps), tenant, member: await signIn(systemCtx(deps), person), role: "viewer" };
});

test.each([0, 20])("counts one of every kind, %s days ago: each stage within the one before", async (ago) => {
  await addRows(ALL, ago);
  const seen = await overview(ctx, { mode: "live", days: 30 });
  expect(counts(seen)).toEqual([9, 7, 5, 3]);
  expect(seen.funnel).toMatchObject({ approved: 2, rejected: 1, failed: 2, expired: 4, ownChecks: 3 });
  expect(seen.period).toMatchObject({ started: 12, approved: 4, rejected: 2 });
  expect(besideTheFunnel(seen.funnel)).toEqual([
    "2 failed and 4 expired without a decision.",
    "Not part of the funnel: 3 that your backend decided with /verify/complete or /verify/submit.",
  ]);
});

test("a period of a week leaves out what is older, in every number", async () => {
  await addRows(ALL, 2);
  await addRows(ALL, 7);
  const week = await overview(ctx, { mode: "live", days: 7 });
  const month = await overview(ctx, { mode: "live", days: 30 });
  expect([week.period.started, month.period.started]).toEqual([12, 24]);
  expect(counts(week)).toEqual([9, 7, 5, 3]);
  expect(counts(month)).toEqual([18, 14, 10, 6]);
  expect(week.methods.map(({ decided }) => decided)).toEqual([3, 2, 1]);
  expect(month.methods.map(({ decided }) => decided)).toEqual([6, 4, 2]);
});

test("does not widen, whatever the rows", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ALL), { maxLength: 12 }),
      fc.nat(25),
      async (kinds, daysAgo) => {
        await service.get().deps.db.orm.verification.deleteMany({ where: { tenantId: ctx.tenant.id } });
        await service.get().deps.db.orm.verificationDay.deleteMany({ where: { tenantId: ctx.tenant.id } });
        await service.get().deps.db.orm.verificationHour.deleteMany({ where: { tenantId: ctx.tenant.id } });
        await service.get().deps.db.orm.tenant.update({
          where: { id: ctx.tenant.id },
          data: { daysRolledThrough: null },
        });
        await addRows(kinds, daysAgo);
        const stages = counts(await overview(ctx, { mode: "live", days: 30 }));
        expect(stages).toEqual([...stages].sort((a, b) => b - a));
        const live = kinds.filter((kind) => kind.mode !== "test");
        expect(stages[0]).toBe(live.filter(({ method }) => method !== "tenant").length);
      },
    ),
    { numRuns: 20 },
  );
});

test("does not widen over days that an earlier release has counted", async () => {
  const { orm } = service.get().deps.db;
  const day = new Date("2026-11-10");
  await orm.verificationDay.create({
    data: {
      tenantId: ctx.tenant.id,
      day,
      mode: "live",
      method: "document",
      started: 9,
      opened: 2,
      tried: 1,
      approved: 4,
      rejected: 0,
      failed: 0,
      expired: 0,
    },
  });
  await orm.tenant.update({ where: { id: ctx.tenant.id }, data: { daysRolledThrough: day } });
  expect(counts(await overview(ctx, { mode: "live", days: 30 }))).toEqual([9, 4, 4, 4]);
});
