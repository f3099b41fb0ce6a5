import { hydrate, QueryClient } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import statementPage from "#app/console/[tenantId]/usage/[month]/page.tsx";
import { type Ask, isReadByOperator, readFirst, tenantPage } from "#app/console/read-first.tsx";
import { HYDRATION } from "#console/client/query-client.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { connect } from "#data/service/client.ts";
import { createLogger } from "#platform/log.ts";
import { program } from "#program.ts";
import type { Deps } from "#services/context.ts";
import { contextOf } from "#trpc/init.ts";
import { appRouter } from "#trpc/root.ts";
import { start } from "../support/http/actions.ts";
import { consoleForFile, knownPerson } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

globalThis.lintelProgram = program;
// A browser with a cookie of the console's, whose session only the database knows.
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ cookie: `__Host-lintel-session=${"a".repeat(43)}` }),
}));
const service = consoleForFile();
const LIST = { limit: 10 };
const list: Ask = (queries, trpc) => queries.query(trpc.verifications.list.queryOptions(LIST));
const keys: Ask = (queries, trpc) => queries.query(trpc.keys.list.queryOptions());

let tenant = { id: "", liveKey: "" };

beforeAll(async () => {
  const { deps, call, tenant: newTenant } = service.get();
  tenant = await newTenant();
  await knownPerson({ deps }, "ada", { tenantId: tenant.id, role: "support" });
  await start(call, tenant.liveKey);
});

/** What the page of a support member gets with it, and what was logged meanwhile. */
const read = async (ask: Ask, overrides: Partial<Deps> = {}) => {
  const lines: string[] = [];
  const { deps: real, identity } = service.get();
  const log = createLogger({ level: "info", write: (line) => lines.push(line), now: real.now });
  const deps = { ...real, log, ...overrides };
  const bearer = await identity.bearer("ada");
  const headers = { authorization: `Bearer ${bearer}`, [TENANT_HEADER]: tenant.id };
  const context = contextOf(deps, new Request(BASE_URL, { headers }), "req_first");
  const state = await readFirst(deps, async () => context, ask);
  return { state, lines, context };
};

test("the page's first data is what its own query would have brought, dates included", async () => {
  const { state, context } = await read(list);
  const queryClient = new QueryClient({ defaultOptions: HYDRATION });
  // As the page gets it: text, and nothing that only this process knows.
  hydrate(queryClient, JSON.parse(JSON.stringify(state)));
  const trpc = createTRPCOptionsProxy({ router: appRouter, ctx: () => context, queryClient });
  const found = queryClient.getQueryData(trpc.verifications.list.queryKey(LIST));
  expect(found).toEqual(await appRouter.createCaller(context).verifications.list(LIST));
  expect(found?.verifications[0]?.createdAt).toBeInstanceOf(Date);
});

test("a query that breaks is left to the browser, and is logged", async () => {
  const { db } = service.get().deps;
  const broken = Object.create(db, {
    pool: { value: { query: () => Promise.reject(new Error("Connection terminated unexpectedly")) } },
  });
  const { state, lines } = await read(list, { db: broken });
  expect(state.queries).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: "error",
      message: "a page was sent without its first data",
      code: "DATABASE_ERROR",
      requestId: "req_first",
    }),
  );
});

test("a session that cannot be read is logged too, and the page is sent all the same", async () => {
  const lines: string[] = [];
  const { deps } = service.get();
  const log = createLogger({ level: "info", write: (line) => lines.push(line), now: deps.now });
  const state = await readFirst({ ...deps, log }, () => Promise.reject(new Error("broken")), list);
  expect(state.queries).toEqual([]);
  expect(lines.join("")).toContain("a page was sent without its first data");
});

test("while the database is away, it stays open whether an operator reads the page, so that its own words show", async () => {
  const { deps } = service.get();
  onTestFinished(() => {
    globalThis.lintelProgram = program;
  });
  const at = (db: Deps["db"]) => {
    globalThis.lintelProgram = { ...program, getDeps: async () => ({ ...deps, db }) };
  };
  const db = connect({ url: "postgresql://u:p@127.0.0.1:1/d", poolSize: 1, onPoolError: () => {} });
  onTestFinished(() => db.close());
  at(db);
  expect(await isReadByOperator()).toBeNull();
  at(deps.db);
  expect(await isReadByOperator()).toBeNull();
});

test("being signed out, or not allowed, is nothing to log", async () => {
  const refused = await read(keys);
  expect(refused.state.queries).toEqual([]);
  const signedOut = await readFirst(service.get().deps, async () => null, list);
  expect(signedOut.queries).toEqual([]);
  expect(refused.lines).toEqual([]);
});

const requestPage = tenantPage<{ requestId: string }>(
  (queries, trpc, { params }) =>
    queries.query(trpc.reports.request.queryOptions({ requestId: decodeURIComponent(params.requestId) })),
  () => null,
);

/** What a page at this address asks for. */
const askOf = async (page: Promise<unknown>): Promise<Ask> => Object(await page).props.ask;
const searchParams = Promise.resolve({});

test.each(["x".repeat(201), "a%00b", "%ff"])(
  "an address whose last part can be no id, as %s, is nothing to log",
  async (requestId) => {
    const params = Promise.resolve({ tenantId: tenant.id, requestId });
    const { state, lines } = await read(await askOf(requestPage({ params, searchParams })));
    expect([state.queries, lines]).toEqual([[], []]);
  },
);

test("a statement's page reads a month's, and asks for none of what is no month", async () => {
  const ofMonth = async (month: string) => {
    const params = Promise.resolve({ tenantId: tenant.id, month });
    return read(await askOf(statementPage({ params, searchParams })));
  };
  const now = service.get().deps.now().toISOString().slice(0, 7);
  expect((await ofMonth(now)).state.queries).toHaveLength(1);
  for (const month of ["nonsense", "2026-13", "1969-12", "x".repeat(300)]) {
    const { state, lines } = await ofMonth(month);
    expect([state.queries, lines], month).toEqual([[], []]);
  }
});
