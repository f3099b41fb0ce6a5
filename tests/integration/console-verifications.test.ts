import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createId } from "#core/ids.ts";
import { TENANT_HEADER } from "#core/member.ts";
import type { VerificationStatus } from "#core/verification.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { consoleCall } from "../support/console/call.ts";
import { approvedToken, start, validate } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

const service = consoleForFile();
const page = z.object({
  verifications: z.array(
    z.looseObject({ verificationId: z.string(), status: z.string(), method: z.string().nullable() }),
  ),
  nextCursor: z.string().nullable(),
});

const NOW = Date.now();
const STATUSES = ["pending", "in_progress", "completed", "failed", "expired"] as const;
const METHODS = ["document", "wallet", "tenant"] as const;
const ENDED: ReadonlySet<string> = new Set(["completed", "failed"]);
const STEP_MS = 47 * 60_000;
const COUNT = 260;

type Row = {
  id: string;
  mode: "live" | "test";
  status: VerificationStatus;
  method: string | null;
  at: number;
};

/** The states as the world sees them; every seventh that is stored as open is overdue. */
const rowAt = (n: number): Row & { isOverdue: boolean } => {
  const at = NOW - n * STEP_MS;
  const status = STATUSES[n % 5] ?? "pending";
  const isOverdue = (status === "pending" || status === "in_progress") && n % 7 === 0;
  return {
    id: createId("verification", new Date(at), new Uint8Array(10).fill(n % 90)),
    mode: n % 3 === 0 ? "test" : "live",
    status,
    method: ENDED.has(status) ? (METHODS[n % 4 === 3 ? 2 : n % 2] ?? null) : null,
    at,
    isOverdue,
  };
};

const ROWS = Array.from({ length: COUNT }, (_, n) => rowAt(n));
const effective = (row: (typeof ROWS)[number]): VerificationStatus =>
  row.isOverdue ? "expired" : row.status;

let tenant = { id: "", liveKey: "", testKey: "" };
let bearer = "";

beforeAll(async () => {
  const { deps, identity, tenant: newTenant } = service.get();
  tenant = await newTenant();
  const other = await newTenant();
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "support" });
  bearer = await identity.bearer("ada");
  const toRow = (row: (typeof ROWS)[number], tenantId: string, n: number) => ({
    id: tenantId === tenant.id ? row.id : `${row.id.slice(0, -2)}zz`,
    tenantId,
    mode: row.mode,
    status: row.status,
    requestId: `req_${n}`,
    secretHash: new TextEncoder().encode(`${tenantId}${n}`),
    minimumAge: 18,
    methods: ["document"],
    ...(n % 10 === 9 ? {} : { metadata: { userId: `User-${n}`, plan: n % 2 ? "free" : "paid", n } }),
    maxAttempts: 3,
    verified: row.status === "completed" ? n % 2 === 0 : null,
    method: row.method,
    errorCode: row.status === "failed" ? "METHOD_FAILED" : null,
    reason: row.method === null ? null : "too_dark",
    createdAt: new Date(row.at),
    completedAt: row.method === null ? null : new Date(row.at + 60_000),
    expiresAt: new Date(row.isOverdue ? row.at - 1 : NOW + 86_400_000),
  });
  for (const { id } of [tenant, other]) {
    await deps.db.orm.verification.createMany({ data: ROWS.map((row, n) => toRow(row, id, n)) });
  }
});

const ask = (path: string, input: unknown) =>
  consoleCall(service.get().deps, path, input, { bearer, tenantId: tenant.id });

/** Every page of a filter, one after the other. */
const walk = async (filter: object, limit: number) => {
  const found: z.infer<typeof page>["verifications"] = [];
  let cursor: string | undefined;
  do {
    const answer = page.parse((await ask("verifications.list", { ...filter, limit, cursor })).data);
    expect(answer.verifications.length).toBeLessThanOrEqual(limit);
    found.push(...answer.verifications);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

describe("the list", () => {
  const filters = [
    {},
    ...STATUSES.map((status) => ({ status })),
    { mode: "test" },
    { method: "document" },
    { method: "tenant" },
    { status: "completed", method: "wallet" },
    { status: "expired", mode: "live" },
    { status: "failed", mode: "test", method: "document" },
    { method: "no_such" },
    { from: dayOf(NOW - 5 * 86_400_000), to: dayOf(NOW - 2 * 86_400_000) },
    { from: dayOf(NOW - 3 * 86_400_000), status: "expired" },
    { search: "user-17" },
    { search: "FREE" },
    { search: "free", status: "completed" },
    { search: "42" },
    { search: "use" },
    { search: "%" },
  ];

  const wanted = (filter: Record<string, string>): string[] =>
    ROWS.filter((row, n) => {
      const { status, mode, method, from, to, search } = filter;
      const values = n % 10 === 9 ? [] : [`user-${n}`, n % 2 ? "free" : "paid", String(n)];
      return (
        (!status || effective(row) === status) &&
        (!mode || row.mode === mode) &&
        (!method || row.method === method) &&
        (!from || dayOf(row.at) >= from) &&
        (!to || dayOf(row.at) <= to) &&
        (!search || values.includes(search.toLowerCase()))
      );
    }).map(({ id }) => id);

  test.each(filters)("%o finds what it says, newest first, each once over all pages", async (filter) => {
    for (const limit of [7, 100]) {
      const found = await walk(filter, limit);
      expect(found.map(({ verificationId }) => verificationId)).toEqual(wanted(filter));
    }
  });

  test("an overdue verification reads as expired", async () => {
    const found = new Map((await walk({}, 100)).map((row) => [row.verificationId, row.status]));
    for (const row of ROWS) expect(found.get(row.id)).toBe(effective(row));
  });

  test("a failure comes with its reason, and a decision without the tenant’s", async () => {
    const reasonOf = async (status: string) =>
      new Set((await walk({ status }, 100)).map(({ reason }) => reason));
    expect(await reasonOf("failed")).toEqual(new Set(["too_dark"]));
    expect(await reasonOf("completed")).toEqual(new Set([undefined]));
  });

  test("an id is found by itself, and only where the other filters let it", async () => {
    const [, row] = ROWS;
    if (!row) throw new Error("there are rows");
    expect((await walk({ search: row.id }, 10)).map(({ verificationId }) => verificationId)).toEqual([
      row.id,
    ]);
    expect(await walk({ search: row.id, status: "failed" }, 10)).toEqual([]);
    expect(await walk({ search: `${row.id.slice(0, -2)}zz` }, 10)).toEqual([]); // another tenant's
  });
});

describe("the detail", () => {
  test("tells what happened, in order, and nothing of the person", async () => {
    const { call } = service.get();
    const { verificationId } = await approvedToken(call, tenant.liveKey, { dateOfBirth: "1990-04-05" });
    const answer = await ask("verifications.detail", { verificationId });
    const { timeline } = z.object({ timeline: z.array(z.object({ kind: z.string() })) }).parse(answer.data);
    const kinds = timeline.map(({ kind }) => kind);
    expect(kinds).toEqual(["started", "completed", "token_issued"]);
    expect(answer.data).toMatchObject({ status: "completed", method: "tenant", token: { state: "valid" } });
    expect(JSON.stringify(answer.data)).not.toMatch(/1990-04|eyJ[A-Za-z0-9_-]{10}|vs_/);
  });

  test("a revoked token is refused from then on", async () => {
    const { call } = service.get();
    const { verificationId, token } = await approvedToken(call, tenant.liveKey);
    expect(await validate(call, tenant.liveKey, token)).toMatchObject({ valid: true });
    expect(await ask("verifications.revokeToken", { verificationId })).toMatchObject({ httpStatus: 200 });
    expect(await validate(call, tenant.liveKey, token)).toMatchObject({
      valid: false,
      reason: "TOKEN_INVALID",
    });
    expect(await ask("verifications.revokeToken", { verificationId })).toMatchObject({
      errorCode: "CONFLICT",
    });
    expect(await ask("verifications.detail", { verificationId })).toMatchObject({
      data: { token: { state: "revoked" } },
    });
  });
});

describe("the export", () => {
  const exported = async (body: unknown, headers: Record<string, string> = {}) => {
    const request = new Request(`${BASE_URL}/api/console/export/verifications`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${bearer}`,
        [TENANT_HEADER]: tenant.id,
        ...headers,
      },
    });
    return consoleResponse(service.get().deps, request);
  };

  test("is the whole list, and runs no formula in a spreadsheet", async () => {
    const { call } = service.get();
    const metadata = { '=HYPERLINK("http://evil")': "=1+1", quote: 'a "b", c', line: "one\r\ntwo" };
    const { verificationId } = await start(call, tenant.testKey, { metadata });
    const response = await exported({});
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const text = await response.text();
    const lines = text.split("\r\n").filter((line) => /^ver_/.test(line));
    expect(lines).toHaveLength((await walk({}, 100)).length);
    expect(text).toContain(verificationId);
    for (const cell of text.split(/,|\r\n/)) expect(cell).not.toMatch(/^"?[=+@\t]/);
  });

  test("is refused without the permission, without a bearer and from another site", async () => {
    const { deps, identity } = service.get();
    await knownPerson({ deps }, "ben", { tenantId: tenant.id, role: "viewer" });
    const viewer = { authorization: `Bearer ${await identity.bearer("ben")}` };
    expect((await exported({}, viewer)).status).toBe(403);
    expect((await exported({}, { authorization: "" })).status).toBe(401);
    expect((await exported({}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await exported({ nonsense: 1 })).status).toBe(400);
  });

  test("is UTF-8 that Excel recognises, with a column for each key of its rows", async () => {
    const { call } = service.get();
    const day = { from: dayOf(NOW), to: dayOf(NOW + 86_400_000) };
    const { verificationId } = await start(call, tenant.liveKey, {
      reference: "=ref-1",
      metadata: { größe: "Zürich, Süd", note: "=1+1", flag: false, gone: null },
    });
    const bytes = new Uint8Array(await (await exported({ ...day, search: verificationId })).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header = "", line = "", end] = new TextDecoder().decode(bytes).split("\r\n");
    expect(header.split(",").slice(-6)).toEqual([
      "reference",
      "metadata.flag",
      "metadata.gone",
      "metadata.größe",
      "metadata.note",
      "metadata",
    ]);
    expect(line.endsWith(`,'=ref-1,false,,"Zürich, Süd",'=1+1,`)).toBe(true);
    expect(end).toBe("");
  });

  test("keeps what has no column of its own in the last one, as JSON", async () => {
    const { call } = service.get();
    const keys = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${prefix}${n}`, n]));
    await start(call, tenant.liveKey, { metadata: { batch: "wide", ...keys("b") } });
    await start(call, tenant.liveKey, { metadata: { batch: "wide", ...keys("a") } });
    const [header = "", newest = "", older = ""] = (await (await exported({ search: "wide" })).text()).split(
      "\r\n",
    );
    const columns = header.split(",").filter((name) => name.startsWith("metadata."));
    expect(columns).toHaveLength(50);
    expect(columns).toContain("metadata.a39");
    expect(newest.endsWith(",")).toBe(true);
    const rest = JSON.parse((/"(\{.*\})"$/.exec(older)?.[1] ?? "").replaceAll('""', '"'));
    const named = columns.map((name) => name.replace("metadata.", ""));
    expect(Object.keys(rest)).toEqual(Object.keys(keys("b")).filter((key) => !named.includes(key)));
  });

  test("leaves a row in the audit trail, with the days and that a text was searched for, never the text", async () => {
    await (await exported({ status: "failed", from: "2026-11-01", to: "2026-11-05", search: "Kim" })).text();
    const where = { tenantId: tenant.id, action: "verifications.export" };
    const rows = await service
      .get()
      .deps.db.orm.auditEntry.findMany({ where, orderBy: { id: "desc" }, take: 1 });
    expect(rows[0]?.changes).toEqual({
      status: "failed",
      from: "2026-11-01",
      to: "2026-11-05",
      searched: true,
    });
  });
});
