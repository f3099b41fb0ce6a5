import { type Endpoint, errorsOf } from "#contracts/public/endpoint.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import type { ErrorCode } from "#core/errors.ts";
import { exampleOf, type Sent, type World } from "../../api/matrix/examples.ts";
import { AUTH_FAILURES, credentialFor, PROVOCATIONS, send } from "../../api/matrix/provocations.ts";
import { approvedToken, start } from "../http/actions.ts";
import { ADMIN_KEY, type Answer } from "../world/service.ts";
import type { Group } from "./recording.ts";
import type { RecordedWorld } from "./world.ts";

// The interface of tenants' backends and operators: every endpoint of the contract with every code that it promises.

const env = { AUTH_FAILURES_PER_MINUTE: String(AUTH_FAILURES) };

const worldFor = async ({ service }: RecordedWorld, overrides = {}): Promise<World> => ({
  service,
  tenant: await service.tenant({ plan: "scale", overrides }),
});

const provoked = async (
  world: World,
  contract: Endpoint,
  code: ErrorCode,
): Promise<() => Promise<Answer>> => {
  const example = exampleOf(contract);
  const own = await example.codes?.[code]?.(world);
  if (own) return () => send(world, contract, own);
  const provoke = PROVOCATIONS[code];
  if (!provoke) throw new Error(`tests/api/matrix knows no way to ${code} at ${contract.id}`);
  return provoke(world, contract, example);
};

/** Bodies and queries that say by which path they are wrong, and requests that are right in other ways. */
const variationsOf = (
  contract: Endpoint,
  { path, body }: Sent,
): Record<string, Sent & { headers?: Record<string, string> }> => ({
  ...(contract.body
    ? {
        "a field that is not there": { path, body: { ...Object(body), mistyped: 1 } },
        "no object": { path, body: "[1]" },
        "no JSON": { path, body, headers: { "content-type": "text/plain" } },
        "fields of other types": {
          path,
          body: Object.fromEntries(Object.keys(Object(body)).map((key) => [key, [7]])),
        },
      }
    : {}),
  ...(contract.query
    ? { "a query that is not there": { path: `${path}${path.includes("?") ? "&" : "?"}mistyped=1` } }
    : {}),
  ...(contract.plainText ? { "as text": { path, headers: { accept: "text/plain" } } } : {}),
});

const endpointGroup = (contract: Endpoint): Group => {
  const line = `${contract.method} ${contract.path}`;
  return {
    name: line,
    env,
    run: async (recorded) => {
      const note = (what: string, answer: Answer, sent?: Sent) =>
        recorded.note(what, `${contract.method} ${sent?.path ?? contract.path}`, answer, sent?.body);
      const world = await worldFor(recorded);
      const good = await exampleOf(contract).good(world);
      const headers = { "x-request-id": "my-request.1" };
      await note("good", await send(world, contract, good, { headers }), good);
      for (const [what, { headers = {}, ...sent }] of Object.entries(
        variationsOf(contract, await exampleOf(contract).good(world)),
      ))
        await note(what, await send(world, contract, sent, { headers }), sent);
      if (contract.method === "GET")
        await note("HEAD", await world.service.call("HEAD", good.path, credentialFor(contract, world)), good);
      if (contract.method === "POST") {
        const sent = await exampleOf(contract).good(world);
        const headers = { "idempotency-key": "one-key" };
        await note("with an idempotency key", await send(world, contract, sent, { headers }), sent);
        await note("with that key again", await send(world, contract, sent, { headers }), sent);
        await note(
          "with that key for another body",
          await send(world, contract, { ...sent, body: {} }, { headers }),
          sent,
        );
      }
      for (const code of errorsOf(contract)) {
        const other = await worldFor(recorded, exampleOf(contract).tenants?.[code]);
        await note(code, await (await provoked(other, contract, code))());
      }
    },
  };
};

const NOWHERE = ["/verify/nothing", "/tokens/nothing/more", "/admin/nothing"];

const nowhere: Group = {
  name: "addresses that are not there",
  run: async ({ record }) => {
    for (const path of NOWHERE)
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        await record(`${method} ${path}`, method, path);
  },
};

const CONFIG = {
  minimumAge: 21,
  expiresInSeconds: 300,
  locale: "de-ch",
  methods: ["document"],
  ip: "203.0.113.7",
  userAgent: "Browser/1",
  callback_url: "https://shop.example/back?order=7#top",
  metadata: { user: "u1", order: 7 },
};

const flow: Group = {
  name: "a tenant's way through",
  run: async ({ record, service, later }) => {
    const { testKey: key } = await service.tenant({ plan: "scale" });
    const post = (what: string, path: string, body: unknown) => record(what, "POST", path, { key, body });
    const statusOf = (what: string, id: string) =>
      record(what, "GET", `/verify/status?verificationId=${id}`, { key });
    const newId = async () => (await start(service.call, key)).verificationId;
    await post("start with everything", "/verify/start", CONFIG);
    await post("start with everything wrong", "/verify/start", {
      minimumAge: 5,
      locale: "?",
      extra: 1,
      methods: ["x"],
      ip: "me",
      callback_url: "javascript:alert(1)",
      metadata: [],
    });
    const approved = await approvedToken(service.call, key, {
      dateOfBirth: "1990-01-01",
      confidence: 0.9,
      documentType: "passport",
    });
    await statusOf("status of an approved one", approved.verificationId);
    await post("validate", "/tokens/validate", { token: approved.token });
    await post("validate a changed token", "/tokens/validate", { token: `${approved.token}x` });
    await post("complete without evidence", "/verify/complete", { verificationId: await newId() });
    await post("complete with a contradiction", "/verify/complete", {
      verificationId: await newId(),
      result: "approved",
      verifiedAge: 17,
    });
    const young = await newId();
    await post("complete, too young", "/verify/complete", { verificationId: young, verifiedAge: 17 });
    await statusOf("status of a rejected one", young);
    const submitted = await newId();
    await post("submit a rejection", "/verify/submit", {
      verificationId: submitted,
      result: "rejected",
      reason: "forged",
    });
    await statusOf("status of a submitted one", submitted);
    const open = await newId();
    later(30 * 60_000);
    await statusOf("status of an expired one", open);
    await post("complete an expired one", "/verify/complete", { verificationId: open, verifiedAge: 30 });
    later(24 * 3_600_000);
    await post("validate an expired token", "/tokens/validate", { token: approved.token });
  },
};

const thresholds: Group = {
  name: "answers by thresholds",
  run: async ({ record, service }) => {
    const { id, liveKey: key } = await service.tenant({ plan: "scale" });
    const post = (what: string, path: string, body: unknown) => record(what, "POST", path, { key, body });
    const follow = async (what: string, asked: object, evidence: object): Promise<void> => {
      const { body } = await post(`start, ${what}`, "/verify/start", asked);
      const { verificationId } = body;
      const completed = await post(`complete, ${what}`, "/verify/complete", { verificationId, ...evidence });
      await record(`status, ${what}`, "GET", `/verify/status?verificationId=${verificationId}`, { key });
      if (completed.body.token !== undefined) {
        await post(`validate, ${what}`, "/tokens/validate", { token: completed.body.token });
      }
    };
    const asked = { thresholds: [13, 16, 18], minimumAge: 16 };
    await follow("with the age", asked, { verifiedAge: 17 });
    await follow("rejected, with the age", asked, { verifiedAge: 15 });
    await follow("without the age", { ...asked, disclosure: "thresholds" }, { verifiedAge: 17 });
    await follow("by a result alone", { ...asked, disclosure: "thresholds" }, { result: "approved" });
    await post("start without the minimum age", "/verify/start", { thresholds: [13, 16] });
    await post("start with too many, in no order", "/verify/start", { thresholds: [18, 16, 13, 12, 11, 4] });
    const change = { adminKey: ADMIN_KEY, body: { disclosure: "thresholds" } };
    await record("the tenant's disclosure", "PATCH", `/admin/tenants/${id}`, change);
    await follow("by the tenant's disclosure", {}, { dateOfBirth: "1939-01-01" });
  },
};

const operators: Group = {
  name: "an operator's lists",
  run: async ({ record, service }) => {
    const get = (what: string, path: string) => record(what, "GET", path, { adminKey: ADMIN_KEY });
    for (const name of ["One", "Two", "Three"]) {
      const { liveKey } = await service.tenant({ name });
      await approvedToken(service.call, liveKey);
    }
    const first = await get("tenants, the first page", "/admin/tenants?limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    if (next !== "") await get("tenants, the second page", next.replace(/^https:\/\/age\.test/, ""));
    await get("logs", "/admin/logs?limit=3");
    await get("logs of an endpoint", "/admin/logs?event=verify.start");
    await get("metrics", "/admin/metrics");
    await record("trust anchors that are none", "POST", "/admin/trust-anchors", {
      adminKey: ADMIN_KEY,
      body: { format: "pem", content: "nothing", credentialTypes: ["org.iso.18013.5.1.mDL"] },
    });
    const { id } = await service.tenant();
    for (const name of ["one", "two"]) {
      const body = { email: `${name}@shop.example` };
      await service.call("POST", `/admin/tenants/${id}/invitations`, { adminKey: ADMIN_KEY, body });
    }
    await get("invitations, the first page", `/admin/tenants/${id}/invitations?limit=1`);
  },
};

export const REST: readonly Group[] = [...ENDPOINTS.map(endpointGroup), nowhere, flow, operators, thresholds];
