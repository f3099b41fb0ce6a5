import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitsOf } from "#core/billing/plan.ts";
import { billingOf } from "#core/billing/quota.ts";
import {
  hasStatement,
  lastFinalMonth,
  type StatementContent,
  statementCsv,
  statementLines,
  statementNumber,
} from "#core/billing/statement.ts";
import { moneyText } from "#kit/format.ts";

const TENANT = "ten_01k9c4t0y8m3n5p7q9rstvwxyz";
const OCTOBER = new Date("2026-10-01");

test("the lines of a statement add up to the amount due, and their quantities to what was used", () => {
  const count = fc.nat(1_000_000);
  fc.assert(
    fc.property(count, count, count, count, (used, included, monthlyPriceMinor, overagePriceMinor) => {
      const limits = limitsOf("growth", { included, monthlyPriceMinor, overagePriceMinor });
      const billing = billingOf("growth", limits, used, OCTOBER, "EUR");
      const lines = statementLines(limits, billing);
      expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(billing.amountDue);
      expect(lines.slice(1).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(used);
    }),
  );
});

describe("a month has a statement", () => {
  const created = new Date("2026-10-31T23:59:59.999Z");
  test.each([
    ["2026-09", "2026-12-01T00:00:00Z", false],
    ["2026-10", "2026-12-01T00:00:00Z", true],
    ["2026-12", "2026-12-01T00:00:00Z", true],
    ["2026-12", "2026-11-30T23:59:59.999Z", false],
  ])("%s, asked at %s: %s", (month, now, expected) => {
    expect(hasStatement(new Date(`${month}-01`), created, new Date(now))).toBe(expected);
  });

  test.each([
    ["2026-12-01T00:14:59.999Z", "2026-10-01"],
    ["2026-12-01T00:15:00.000Z", "2026-11-01"],
    ["2027-01-01T00:00:00.000Z", "2026-11-01"],
  ])("at %s the last that cannot change any more is %s", (now, month) => {
    expect(lastFinalMonth(new Date(now))).toEqual(new Date(month));
  });
});

test("a number names tenant and month", () => {
  expect(statementNumber(TENANT, OCTOBER)).toBe("Q9RSTVWXYZ-2026-10");
});

test("the CSV says whose it is, what the amount is made of, and each day; a name that is a formula is none", () => {
  const limits = limitsOf("growth", { included: 2, monthlyPriceMinor: 4_900, overagePriceMinor: 7 });
  const billing = billingOf("growth", limits, 5, OCTOBER, "EUR");
  const statement: StatementContent = {
    number: statementNumber(TENANT, OCTOBER),
    issuer: "Age Checks Ltd",
    issuerAddress: "1 High Street, London",
    issuerTaxId: "GB123456789",
    service: "age.example",
    tenantId: TENANT,
    tenantName: "=1+1",
    month: "2026-10",
    isFinal: true,
    isPlanAssumed: false,
    billing,
    lines: statementLines(limits, billing),
    days: [{ day: "2026-10-01", live: 5, test: 1 }],
  };
  expect(statementCsv(statement).split("\r\n")).toEqual([
    "statement,Q9RSTVWXYZ-2026-10",
    "issuer,Age Checks Ltd",
    'issuer address,"1 High Street, London"',
    "issuer tax number,GB123456789",
    "service,age.example",
    `tenant,${TENANT},'=1+1`,
    "month,2026-10,final",
    "period (UTC),2026-10-01,2026-10-31",
    "plan,growth",
    "included,2",
    "used,5",
    "overage,3",
    "",
    "item,quantity,unit price,amount,minor units of EUR",
    "Base price of the plan,1,4900,4900",
    '"Live verifications, included",2,0,0',
    "Live verifications over the quota,3,7,21",
    "amount due,,,4921",
    "",
    "day (UTC),live,test",
    "2026-10-01,5,1",
    "",
  ]);
});

test("money has as many decimals as its currency", () => {
  expect(moneyText(150_000, "EUR")).toBe("€1,500.00");
  expect(moneyText(150_000, "JPY")).toMatch(/¥150,000$/);
  expect(moneyText(150_000, "KWD")).toMatch(/150\.000$/);
});

test("without a seller's name the CSV has the address of the service, and nothing that stands for a name", () => {
  const limits = limitsOf("free", {});
  const billing = billingOf("free", limits, 0, OCTOBER, "EUR");
  const statement: StatementContent = {
    number: statementNumber(TENANT, OCTOBER),
    issuer: null,
    service: "age.example",
    tenantId: TENANT,
    tenantName: "Shop",
    month: "2026-10",
    isFinal: true,
    isPlanAssumed: false,
    billing,
    lines: statementLines(limits, billing),
    days: [],
  };
  expect(statementCsv(statement).split("\r\n").slice(0, 3)).toEqual([
    "statement,Q9RSTVWXYZ-2026-10",
    "service,age.example",
    `tenant,${TENANT},Shop`,
  ]);
});
