import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { alertsInput } from "#console/alerts/alert-filters.ts";
import { auditInput } from "#console/audit/audit-filters.ts";
import { logsInput } from "#console/logs/log-filters.ts";
import { operatorAuditInput } from "#console/operator/operator-audit-filters.ts";
import { ratesInput, usageInput } from "#console/operator/operator-queries.ts";
import { tenantsInput } from "#console/operator/tenants/tenant-filters.ts";
import { overviewInput } from "#console/overview/overview-data.ts";
import { listInput } from "#console/verifications/verification-filters.ts";
import { deliveriesInput } from "#console/webhooks/delivery-filters.ts";
import * as alerts from "#contracts/console/alerts.ts";
import * as operator from "#contracts/console/operator.ts";
import * as reports from "#contracts/console/reports.ts";
import * as verifications from "#contracts/console/verifications.ts";
import * as webhooks from "#contracts/console/webhooks.ts";
import { leftOut } from "#kit/filters.tsx";

// An address can be typed, cut or old. Whatever it says, the page asks something that the service takes.

type Query = (name: string) => string | null;

type Page = { page: string; input: (query: Query) => object; contract: z.ZodType; names: readonly string[] };

const DAYS = ["from", "to", "zone"];

const PAGES: readonly Page[] = [
  {
    page: "verifications",
    input: listInput,
    contract: verifications.listVerifications,
    names: ["status", "method", "waits", "search", "mode", ...DAYS],
  },
  {
    page: "audit",
    input: auditInput,
    contract: reports.listAudit,
    names: ["action", "actor", "target", ...DAYS],
  },
  {
    page: "logs",
    input: logsInput,
    contract: reports.listLogs,
    names: ["status", "method", "path", "requestId", "key", ...DAYS],
  },
  {
    page: "deliveries",
    input: deliveriesInput,
    contract: webhooks.listDeliveries,
    names: ["endpointId", "status", "event", "verificationId", "mode", ...DAYS],
  },
  { page: "alerts", input: alertsInput, contract: alerts.listAlerts, names: ["state", "rule"] },
  {
    page: "overview",
    input: (query) => overviewInput(query("mode"), query("days")),
    contract: reports.overview,
    names: ["mode", "days"],
  },
  {
    page: "operator/tenants",
    input: tenantsInput,
    contract: operator.listTenants,
    names: ["search", "plan", "state", "quota", "after"],
  },
  {
    page: "operator/audit",
    input: operatorAuditInput,
    contract: operator.listAudit,
    names: ["tenant", "action", ...DAYS],
  },
  { page: "operator/rates", input: (query) => ratesInput(query), contract: operator.rates, names: ["days"] },
  { page: "operator/usage", input: (query) => usageInput(query), contract: operator.usage, names: ["month"] },
];

const STRANGE: readonly string[] = [
  ...["", " ", "nonsense", "-1", "1e9", "NaN", "a,b", "%", "ver_1", "key_", "404", "9xx"],
  ...["\u0000", "a\u0000b", "\ud800", "\u202e", "é".repeat(60)],
  ...[41, 201, 255, 1_000].map((length) => "x".repeat(length)),
  ...["1969-12-31", "1970-01-01", "2026-02-30", "2026-13-01", "2999-12-31", "9999-01-01", "2026-11"],
  ...["1969-01", "2026-00", "Europe/Berlin", "Pacific/Kiritimati", "Nowhere/Land"],
];

const ZONES = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"];

const asked = ({ input }: Page, values: Readonly<Record<string, string>>): object =>
  input((name) => values[name] ?? null);

describe.each(PAGES)("whatever the address of $page says", (page) => {
  const addresses = page.names.flatMap((name) => STRANGE.map((value) => ({ [name]: value })));
  const days = ZONES.flatMap((zone) =>
    ["1970-01-01", "2026-02-30", "2999-12-31"].flatMap((day) => [
      ...[
        { from: day, zone },
        { to: day, zone },
      ],
      { from: day, to: day, zone },
    ]),
  );

  test("the service takes what the page asks", () => {
    const refused = [...addresses, ...days].filter(
      (address) => !page.contract.safeParse(asked(page, address)).success,
    );
    expect(refused).toEqual([]);
  });
});

test("a list says which of its values are left out, and counts none that it uses", () => {
  const address = (query: string): string[] =>
    leftOut(listInput, new URLSearchParams(query), ["search", "status", "method", "waits", "from", "to"]);
  expect(address("status=completed&search=ord-1&from=2026-01-31&zone=UTC")).toEqual([]);
  expect(address("status=finished&method=&search=%20&to=yesterday")).toEqual(["status", "to"]);
  expect(address(`search=${"x".repeat(300)}&waits=voucher`)).toEqual(["search"]);
});
