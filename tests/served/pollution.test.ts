import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { archiveTenant } from "#contracts/public/account.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { connectDirectory } from "#services/members/directory.ts";
import { appRouter } from "#trpc/root.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { exampleOf, type World } from "../api/matrix/examples.ts";
import { credentialFor } from "../api/matrix/provocations.ts";
import { EXAMPLES as PROCEDURES, type Things } from "../support/console/procedure-examples.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { bodiesFrom, PAIRS, scimFilters, scimPaths } from "../support/http/pollution.ts";
import { type Served, serveBuild } from "../support/http/served.ts";
import { knownPerson } from "../support/sign-in/identity.ts";
import { makeThings } from "../support/world/make-things.ts";
import type { TestTenant } from "../support/world/service.ts";

// One tenant tries to write names onto the objects that all others inherit from, at every address of the built service and
// in every part of a request. After each address the service serves its neighbours as it did before.

const MANY = "100000";
let served: Served;
let attacker: Things;
let attackerKey: TestTenant;
let directory = { attacker: "", neighbour: "" };
let neighbour: TestTenant;
let neighbourPage = "";
let before: unknown;

type Sent = { method?: string; headers?: Record<string, string>; body?: string };

let sent = 0;
/** From a client of its own each time, so that limits by address stay out of the way. */
const ask = async (path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Response> => {
  sent += 1;
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return fetch(`http://127.0.0.1:${served.port}${path}`, {
    method,
    redirect: "manual",
    headers: { "x-forwarded-for": address, ...headers },
    ...(body === undefined || method === "GET" ? {} : { body }),
  });
};

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const isOwn = { "sec-fetch-site": "same-origin" };

const shapeOf = async (response: Response) => {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    fields: isJson ? Object.keys(JSON.parse(text)).sort() : text.length > 500,
  };
};

/** What a neighbour gets: interface, token, hosted page, console, directory; and the service's own word. */
const neighbours = async () => {
  const key = { "x-tenant-api-key": neighbour.liveKey, ...json };
  const body = JSON.stringify({ metadata: { order: "1" }, callback_url: "https://shop.example/back" });
  const owner = { authorization: `Bearer ${await served.identity.bearer("ben")}`, ...json, ...isOwn };
  const ctx = { ...owner, [TENANT_HEADER]: neighbour.id };
  return {
    start: await shapeOf(await ask("/verify/start", { method: "POST", headers: key, body })),
    list: await shapeOf(await ask("/verify/list", { headers: key })),
    token: await shapeOf(
      await ask("/tokens/validate", { method: "POST", headers: key, body: '{"token":"x"}' }),
    ),
    page: await shapeOf(await ask(`/v/${neighbourPage}`)),
    console: await shapeOf(await ask("/api/trpc/keys.list", { method: "POST", headers: ctx, body: "null" })),
    directory: await shapeOf(
      await ask("/scim/v2/Users", { headers: { authorization: `Bearer ${directory.neighbour}` } }),
    ),
    health: await (await ask("/health")).json(),
    ready: (await ask("/health/ready")).status,
    pid: served.pid(),
  };
};

beforeAll(async () => {
  served = await serveBuild({
    TRUSTED_PROXY_HOPS: "1",
    AUTH_FAILURES_PER_MINUTE: MANY,
    CONSOLE_CALLS_PER_MINUTE: MANY,
    CONSOLE_SIGN_INS_PER_MINUTE: MANY,
  });
  const { service } = served;
  const overrides = { rateLimitPerMinute: 1_000_000 };
  attacker = await makeThings(service, "Attacker", "ada", "hal");
  await knownPerson(service, "ada", { tenantId: attacker.tenantId, role: "owner" }).catch(() => undefined);
  attackerKey = await service.tenant({ plan: "scale", overrides });
  neighbour = await service.tenant({ plan: "scale", overrides });
  await knownPerson(service, "ben", { tenantId: neighbour.id, role: "owner" });
  const connect = async (tenantId: string): Promise<string> =>
    (await connectDirectory(await ownerCtx(service.deps, tenantId), { role: "viewer" })).token;
  directory = { attacker: await connect(attackerKey.id), neighbour: await connect(neighbour.id) };
  neighbourPage = secretOf(await start(service.call, neighbour.liveKey));
  await neighbours(); // pages and modules that are loaded when they are first asked for
  before = await neighbours();
  expect(before).toMatchObject({
    start: { status: 200, fields: expect.arrayContaining(["sessionUrl"]) },
    list: { status: 200 },
    token: { status: 200 },
    page: { status: 200, fields: true },
    console: { status: 200 },
    directory: { status: 200 },
    health: { status: "ok" },
    ready: 200,
  });
}, 180_000);
afterAll(() => served[Symbol.asyncDispose]());

/** What a limit of its own stops after some calls, and what a cookie opens that only a browser has. */
const STOPPED: Readonly<Record<string, number>> = {
  "/api/trpc/alerts.testSlack": 429,
  "/api/console/token": 401,
  // One at a time.
  "/api/console/export/archive": 429,
};

/** Sends all of them, and looks at the neighbours. None is stopped at the door, and none breaks anything. */
const attack = async (asked: readonly [path: string, sent: Sent][], atOnce = 16): Promise<void> => {
  for (let at = 0; at < asked.length; at += atOnce) {
    const answers = asked.slice(at, at + atOnce).map(async ([path, what]) => {
      const answer = await ask(path, what);
      await answer.text();
      const { status } = answer;
      const isStopped = (status === 429 || status === 401) && STOPPED[path.split("?")[0] ?? ""] !== status;
      const isBroken = status >= 500 || isStopped;
      return isBroken ? [status, path, what.body?.slice(0, 200)] : null;
    });
    expect((await Promise.all(answers)).filter((answer) => answer !== null)).toEqual([]);
  }
  expect(await neighbours()).toEqual(before);
};

/** The pairs in a query, as headers and as cookies, and as a form where there is a body. */
const inAllParts = (path: string, method: string, headers: Record<string, string>): [string, Sent][] => {
  const and = path.includes("?") ? "&" : "?";
  return PAIRS.flatMap((pair): [string, Sent][] => {
    const cookie = encodeURI(pair.replaceAll("&", "; "));
    return [
      [`${path}${and}${encodeURI(pair).replaceAll("%25", "%")}`, { method, headers }],
      [path, { method, headers: { ...headers, cookie, __proto__x: "yes", constructor: "yes" } }],
      ...(method === "GET"
        ? []
        : [[path, { method, headers: { ...headers, ...form }, body: pair }] as [string, Sent]]),
    ];
  });
};

test("there are at least 40 spellings", () => {
  expect(new Set([...bodiesFrom({}), ...PAIRS]).size).toBeGreaterThanOrEqual(40);
  expect(new Set([...scimFilters(), ...scimPaths()]).size).toBeGreaterThanOrEqual(40);
});

describe.each(ENDPOINTS)("$method $path", (contract) => {
  test("takes no name onto what all share", async () => {
    const world: World = { service: served.service, tenant: attackerKey };
    const { path, body: good } = await exampleOf(contract).good(world);
    const { key, adminKey } = credentialFor(contract, world);
    const headers = {
      ...(key === undefined ? {} : { "x-tenant-api-key": key }),
      ...(adminKey === undefined ? {} : { "x-admin-key": adminKey }),
    };
    const { method } = contract;
    // Deleting the same twice at once, and many archives at once, have answers of their own.
    const isAlone = method === "DELETE" || contract.id === archiveTenant.id;
    const bodies = method === "GET" ? [] : bodiesFrom(good);
    await attack(
      [
        ...bodies.map((body): [string, Sent] => [path, { method, headers: { ...headers, ...json }, body }]),
        ...inAllParts(path, method, headers),
      ],
      isAlone ? 1 : 16,
    );
  });
});

const procedures = Object.keys(appRouter._def.procedures);

describe.each(procedures)("%s", (path) => {
  test("takes no name onto what all share", async () => {
    const headers = {
      authorization: `Bearer ${await served.identity.bearer("ada")}`,
      [TENANT_HEADER]: attacker.tenantId,
      ...json,
      ...isOwn,
    };
    const good = PROCEDURES[path]?.input(attacker);
    const at = `/api/trpc/${path}`;
    // What ends the session or the tenant is asked without its good input.
    const bodies = bodiesFrom(/^session\.end|delete|leave/i.test(path) ? {} : good);
    await attack(bodies.map((body): [string, Sent] => [at, { method: "POST", headers, body }]));
  });
});

test("SCIM takes no name onto what all share", async () => {
  const headers = { authorization: `Bearer ${directory.attacker}`, "content-type": "application/scim+json" };
  const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];
  const user = {
    schemas,
    userName: "p@a.example",
    active: true,
    emails: [{ type: "work", value: "p@a.example" }],
  };
  const made = await ask("/scim/v2/Users", { method: "POST", headers, body: JSON.stringify(user) });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const at = `/scim/v2/Users/${id}`;
  const patch = (op: string, path: string, value: unknown): [string, Sent] => {
    const operations = [{ op, path, value }];
    const body = { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: operations };
    return [at, { method: "PATCH", headers, body: JSON.stringify(body) }];
  };
  const listed = (name: string, text: string) => `/scim/v2/Users?${name}=${encodeURIComponent(text)}`;
  for (const filter of scimFilters()) await attack([[listed("filter", filter), { headers }]]);
  for (const path of scimPaths())
    await attack([
      ...["add", "replace", "remove"].map((op) => patch(op, path, "yes")),
      patch("add", path, { polluted: "yes" }),
      [listed("attributes", path), { headers }],
      [listed("excludedAttributes", path), { headers }],
      [listed("sortBy", path), { headers }],
    ]);
  await attack(
    bodiesFrom(user).flatMap((body): [string, Sent][] => [
      ["/scim/v2/Users", { method: "POST", headers, body }],
      [at, { method: "PUT", headers, body }],
      [at, { method: "PATCH", headers, body }],
    ]),
  );
  await attack(inAllParts("/scim/v2/Users", "GET", headers));
});

/** Where Next has a route or a page for people, wallets, vendors and identity providers. */
const routes = (): { path: string; isRoute: boolean }[] =>
  globSync("src/app/**/{route.ts,page.tsx}")
    .map((file) => ({
      isRoute: file.endsWith("route.ts"),
      path: file
        .replace(/^src\/app/, "")
        .replace(/\/(route\.ts|page\.tsx)$/, "")
        .replace(/\/\([a-z]+\)/g, ""),
    }))
    .filter(({ path }) => !path.startsWith("/api/trpc"));

describe.each(routes())("$path", ({ path, isRoute }) => {
  test("takes no name onto what all share", async () => {
    const { redirectUrl } = await start(served.service.call, attackerKey.testKey);
    const at = path
      .replace("[secret]", secretOf({ redirectUrl: String(redirectUrl) }))
      .replace("[method]", "document")
      .replace(/\[\.\.\.\w+\]/, "signin/oidc")
      .replace(/\[\w+\]/g, "unknown");
    const isConsole = path.startsWith("/api/console");
    const credential = {
      authorization: `Bearer ${await served.identity.bearer("ada")}`,
      [TENANT_HEADER]: attacker.tenantId,
    };
    const own = { ...isOwn, ...(isConsole && credential) };
    const sends: [string, Sent][] = isRoute
      ? [
          ...bodiesFrom({}).map((body): [string, Sent] => [
            at,
            { method: "POST", headers: { ...own, ...json }, body },
          ]),
          ...inAllParts(at, "POST", own),
        ]
      : [];
    await attack([...sends, ...inAllParts(at || "/", "GET", isConsole ? own : {})]);
  });
});

test.each(["/oidc/auth", "/oidc/token", "/oidc/test/auth", "/oidc/test/token", "/api/auth/signin/oidc"])(
  "%s takes no name onto what all share",
  async (path) => {
    await attack([
      ...bodiesFrom({}).map((body): [string, Sent] => [
        path,
        { method: "POST", headers: { ...isOwn, ...json }, body },
      ]),
      ...inAllParts(path, "POST", isOwn),
      ...inAllParts(path, "GET", {}),
    ]);
  },
);
