import { z } from "zod";
import { permission as permissionSchema } from "#contracts/console/common.ts";
import { mayDo, ROLES } from "#core/access/permissions.ts";
import { TENANT_HEADER } from "#core/member.ts";
import { appRouter } from "#trpc/root.ts";
import { EXAMPLES, type Things } from "../console/procedure-examples.ts";
import { knownPerson, type TestIdentity } from "../sign-in/identity.ts";
import { makeThings } from "../world/make-things.ts";
import type { CallOptions } from "../world/service.ts";
import type { Group } from "./recording.ts";
import type { RecordedWorld } from "./world.ts";

// What the console is answered by each of its procedures over HTTP, and by the export.

const OWN_PAGE = { "sec-fetch-site": "same-origin" };

const declared = z.object({
  meta: z.object({ permission: z.union([permissionSchema, z.enum(["signed-in", "operator"])]) }),
});

/** The headers of somebody's call in a tenant. */
const headersOf = (bearer: string, tenantId: string): Record<string, string> => ({
  ...OWN_PAGE,
  authorization: `Bearer ${bearer}`,
  [TENANT_HEADER]: tenantId,
});

const wire = (input: unknown): string => JSON.stringify(input ?? null);

type Scene = { things: Things; owner: Record<string, string>; bearerOf(subject: string): Promise<string> };

const newScene = async ({ service }: RecordedWorld, identity: TestIdentity): Promise<Scene> => {
  const things = await makeThings(service, "Mine", "ada", "hal");
  const bearerOf = (subject: string) => identity.bearer(subject);
  return { things, bearerOf, owner: headersOf(await bearerOf("ada"), things.tenantId) };
};

const procedureGroup =
  (identity: () => TestIdentity, vendors: Record<string, string>) =>
  ([path, procedure]: [string, unknown]): Group => ({
    name: path,
    identity,
    // Keys are tried at the vendor before they are kept.
    ...(path.startsWith("vendors.") ? { env: vendors } : {}),
    run: async (world) => {
      const { things, owner, bearerOf } = await newScene(world, identity());
      const call = (what: string, headers: Record<string, string>, body: string) =>
        world.record(what, "POST", `/api/trpc/${path}`, { headers, body });
      const example = EXAMPLES[path];
      const input = wire(example?.input(things));
      await call("without a bearer", OWN_PAGE, input);
      const { permission } = declared.parse(Reflect.get(Object(procedure), "_def")).meta;
      if (permission !== "signed-in" && permission !== "operator") {
        await call(
          "in another tenant",
          { ...owner, [TENANT_HEADER]: "ten_01k9zzzzzzzzzzzzzzzzzzzzzz" },
          input,
        );
        const role = ROLES.find((each) => !mayDo(each, permission));
        if (role !== undefined) {
          await knownPerson(world.service, "ben", { tenantId: things.tenantId, role });
          await call(`as ${role}`, headersOf(await bearerOf("ben"), things.tenantId), input);
        }
      }
      if (!example?.takesNothing) await call("nonsense", owner, wire({ nonsense: true }));
      await call("as owner", owner, input);
      await call("as owner, again", owner, input);
    },
  });

const transport = (identity: () => TestIdentity): Group => ({
  name: "calls that are none",
  identity,
  run: async (world) => {
    const { owner } = await newScene(world, identity());
    const send = (what: string, method: string, path: string, options: CallOptions) =>
      world.record(what, method, `/api/trpc/${path}`, { headers: owner, ...options });
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
      await send(method, method, "session.me", {});
    await send("a procedure that is not there", "POST", "session.nothing", { body: wire(undefined) });
    await send("no JSON", "POST", "session.me", { body: "{" });
    await send("a body that is too large", "POST", "session.me", { body: "x".repeat(257 * 1024) });
    await send("from another site", "POST", "session.me", {
      headers: { ...owner, "sec-fetch-site": "cross-site" },
      body: wire(undefined),
    });
    await send("with a bearer that is none", "POST", "session.me", {
      headers: { ...owner, authorization: "Bearer nonsense" },
      body: wire(undefined),
    });
    await send("two calls in one", "POST", "session.me,keys.list?batch=1", { body: "{}" });
    await send("two calls in one, of which one fails", "POST", "keys.list,keys.create?batch=1", {
      body: "{}",
    });
    world.later(6 * 60_000);
    await send("with a bearer that has expired", "POST", "session.me", { body: wire(undefined) });
  },
});

const exported = (
  list: "verifications" | "audit-trail" | "audit-lines",
  identity: () => TestIdentity,
): Group => ({
  name: `POST /api/console/export/${list}`,
  identity,
  run: async (world) => {
    const { things, owner, bearerOf } = await newScene(world, identity());
    const send = (what: string, headers: Record<string, string>, body: unknown = {}) =>
      world.record(what, "POST", `/api/console/export/${list}`, { headers, body });
    await send("all", owner);
    if (list === "verifications") {
      await send("live ones", owner, { mode: "live" });
      await send("test ones", owner, { mode: "test" });
    } else {
      await send("of keys", owner, { action: "api_key" });
    }
    await send("nonsense", owner, { nonsense: true });
    await send("no JSON", owner, "{");
    await send("without a bearer", OWN_PAGE);
    await send("from another site", { ...owner, "sec-fetch-site": "cross-site" });
    await send("in another tenant", { ...owner, [TENANT_HEADER]: "ten_01k9zzzzzzzzzzzzzzzzzzzzzz" });
    await knownPerson(world.service, "ben", { tenantId: things.tenantId, role: "developer" });
    await send("as developer", headersOf(await bearerOf("ben"), things.tenantId));
  },
});

/** What is in it is tests/integration/archive.test.ts's. */
const archive = (identity: () => TestIdentity): Group => ({
  name: "POST /api/console/export/archive",
  identity,
  run: async (world) => {
    const { things, bearerOf } = await newScene(world, identity());
    const send = (what: string, headers: Record<string, string>) =>
      world.record(what, "POST", "/api/console/export/archive", { headers, body: {} });
    await send("without a bearer", OWN_PAGE);
    await knownPerson(world.service, "ben", { tenantId: things.tenantId, role: "admin" });
    await send("as admin", headersOf(await bearerOf("ben"), things.tenantId));
  },
});

/** What is in it is tests/integration/operator-lists.test.ts's. */
const usageFile = (identity: () => TestIdentity): Group => ({
  name: "POST /api/console/export/operator-usage",
  identity,
  run: async (world) => {
    const { owner } = await newScene(world, identity());
    const send = (what: string, headers: Record<string, string>) =>
      world.record(what, "POST", "/api/console/export/operator-usage", {
        headers,
        body: { month: "2026-11" },
      });
    await send("without a bearer", OWN_PAGE);
    await send("as owner", owner);
    await send("from another site", { ...owner, "sec-fetch-site": "cross-site" });
  },
});

/** With a token it is tests/integration/directory.test.ts's. */
const directory: Group = {
  name: "/scim/v2",
  run: async ({ record }) => {
    await record("without a token", "GET", "/scim/v2/Users");
    await record("with a token that nobody knows", "GET", "/scim/v2/Users", {
      headers: { authorization: `Bearer avscim_${"x".repeat(43)}` },
    });
    await record("at no address of SCIM's", "GET", "/scim/v2");
  },
};

/** @param vendors settings that name the stand-ins of vendors */
export const consoleGroups = (
  identity: () => TestIdentity,
  vendors: Record<string, string>,
): readonly Group[] => [
  ...Object.entries(appRouter._def.procedures).map(procedureGroup(identity, vendors)),
  transport(identity),
  exported("verifications", identity),
  exported("audit-trail", identity),
  exported("audit-lines", identity),
  archive(identity),
  usageFile(identity),
  directory,
];
