import fc from "fast-check";
import { expect, test } from "vitest";
import { insertMembership } from "#data/members/members.ts";
import { inTransaction } from "#data/service/client.ts";
import type { FrozenStatement } from "#data/service/statements.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { MemberCtx } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import { updateTenant } from "#services/tenants/tenants.ts";
import { freezeAllStatements, usageStatement } from "#services/usage/statements.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";
import { monthText } from "../support/world/statements.ts";

const clock = testClock("2026-01-20T12:00:00Z");
const service = serviceForFile({ overrides: { now: clock.now } });

const money = fc.nat(5_000);
const overrides = fc.record(
  { included: fc.nat(4), monthlyPriceMinor: money, overagePriceMinor: money },
  { requiredKeys: [] },
);

type Step =
  | { kind: "plan"; plan: "free" | "growth" | "scale" }
  | { kind: "overrides"; overrides: { included?: number } }
  | { kind: "start"; count: number; mode: "live" | "test" }
  | { kind: "wait"; minutes: number }
  | { kind: "work" }
  | { kind: "read"; monthsAgo: number };

// A clock is set back by minutes at most (NTP); forward, also over months in which nobody was there.
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("plan"), plan: fc.constantFrom("free", "growth", "scale") }),
    fc.record({ kind: fc.constant("overrides"), overrides }),
    fc.record({
      kind: fc.constant("start"),
      count: fc.integer({ min: 1, max: 3 }),
      mode: fc.constantFrom("live", "test"),
    }),
    fc.record({
      kind: fc.constant("wait"),
      minutes: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 60 * 24 * 45 })),
    }),
    fc.record({ kind: fc.constant("work") }),
    fc.record({ kind: fc.constant("read"), monthsAgo: fc.integer({ min: 0, max: 3 }) }),
  ),
  { minLength: 5, maxLength: 20 },
);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const expectSums = ({ billing, lines, days }: FrozenStatement): void => {
  expect(sum(lines.map(({ amountMinor }) => amountMinor))).toBe(billing.amountDue);
  for (const { quantity, unitPriceMinor, amountMinor } of lines)
    expect(amountMinor).toBe(quantity * unitPriceMinor);
  const [, included, over] = lines;
  expect((included?.quantity ?? 0) + (over?.quantity ?? 0)).toBe(billing.used);
  expect(over?.quantity).toBe(Math.max(0, billing.used - billing.included));
  expect(sum(days.map(({ live }) => live))).toBe(billing.used);
};

test("no sequence of plans, prices, use and clocks changes a final statement, and every statement adds up", {
  timeout: 60_000,
}, async () => {
  const { deps, call, tenant: newTenant } = service.get();
  const member = await signIn(systemCtx(deps), {
    issuer: "https://seed.invalid",
    subject: "ada",
    name: "Ada",
    email: null,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      clock.set("2026-01-20T12:00:00Z");
      const { id, liveKey, testKey } = await newTenant({ plan: "growth", overrides: { included: 2 } });
      await inTransaction(deps.db, (db) =>
        insertMembership(
          db,
          { tenantId: id, memberId: member.id, role: "owner", consent: "made_up" },
          clock.now(),
        ),
      );
      const ctx = async (): Promise<MemberCtx> => {
        const tenant = await findTenant(deps.db.orm, id);
        if (!tenant) throw new Error("the tenant was made above");
        return { ...systemCtx(deps), tenant, member, role: "owner" };
      };
      const frozen = new Map<string, string>();
      const read = async (month: string): Promise<void> => {
        const statement = await usageStatement(await ctx(), month);
        expectSums(statement);
        const text = JSON.stringify(statement);
        if (statement.isFinal) expect(text).toBe(frozen.get(month) ?? text);
        else expect(frozen.has(month)).toBe(false);
        if (statement.isFinal) frozen.set(month, text);
      };
      const startMany = async (count: number, key: string): Promise<void> => {
        // The quota may be full.
        for (let n = 0; n < count; n += 1) await call("POST", "/verify/start", { key, body: {} });
      };
      const take = async (step: Step): Promise<void> => {
        if (step.kind === "plan") await updateTenant(systemCtx(deps), id, { plan: step.plan });
        if (step.kind === "overrides") await updateTenant(systemCtx(deps), id, { overrides: step.overrides });
        if (step.kind === "start") await startMany(step.count, step.mode === "live" ? liveKey : testKey);
        if (step.kind === "wait") clock.advance({ minutes: step.minutes });
        if (step.kind === "work") await freezeAllStatements(deps, 100);
        if (step.kind !== "read") return;
        const month = monthText(clock.now(), -step.monthsAgo);
        if (month >= "2026-01") await read(month);
      };
      for (const step of sequence) await take(step);
      for (const month of frozen.keys()) await read(month);
      const last = await deps.db.orm.statement.findMany({ where: { tenantId: id } });
      for (const { month } of last) await read(monthText(month));
    }),
    { numRuns: 15 },
  );
});
