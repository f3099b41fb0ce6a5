import type { z } from "zod";
import type { Endpoint } from "#contracts/public/endpoint.ts";
import { isId } from "#core/ids.ts";
import type { Ctx, Deps, TenantCtx } from "#services/context.ts";
import { authenticate, type CallCtx, isTenantCtx, limitTenant } from "./authenticate.ts";
import { readJson } from "./body.ts";
import { type StoredAnswer, withIdempotency } from "./idempotency.ts";
import { parseInput, queryOf } from "./input.ts";
import { respond, wireValue } from "./respond.ts";

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a use case gets: everything authenticated and parsed. `headers` are the answer's. */
export type Call<E extends Endpoint> = {
  ctx: E["auth"] extends "tenant" ? TenantCtx : Ctx;
  body: Output<E["body"]>;
  query: Output<E["query"]>;
  params: Output<E["params"]>;
  headers: Headers;
};

/** A contract with its use case: a plain function from request to response that knows nothing of Next. */
export type Served = {
  contract: Endpoint;
  handle(deps: Deps, request: Request, params?: Record<string, string>): Promise<Response>;
};

const NO_SNIFFING = { "X-Content-Type-Options": "nosniff" } as const;

const parseCall = async (contract: Endpoint, request: Request, params: Record<string, string>) => {
  const json = contract.body ? await readJson(request) : { value: undefined, bytes: new Uint8Array() };
  return {
    params: contract.params && parseInput(contract.params, params, "INVALID_PARAMETERS"),
    query: contract.query && parseInput(contract.query, queryOf(new URL(request.url)), "INVALID_PARAMETERS"),
    body: contract.body && parseInput(contract.body, json.value, "INVALID_REQUEST_BODY"),
    bytes: json.bytes,
  };
};

/** How an endpoint answers a caller that asks for text instead of JSON, as Prometheus does. */
type Options<Value> = { plainText?: (value: Value) => string };

const wantsPlainText = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("text/plain");

const textResponse = (text: string, headers: Headers): Response => {
  headers.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  return new Response(text, { headers });
};

const scopeOf = (ctx: CallCtx): string => (isTenantCtx(ctx) ? `${ctx.tenant.id}:${ctx.mode}` : "admin");

// Whatever else a caller gives for an id may be anything, a key or a name, and is not logged.
const verificationIdIn = (value: unknown): string | null =>
  typeof value === "object" &&
  value !== null &&
  "verificationId" in value &&
  typeof value.verificationId === "string" &&
  isId("verification", value.verificationId)
    ? value.verificationId
    : null;

/**
 * Binds a contract to its use case. Curried so that the use case's types are inferred from the contract.
 * The way of a request inside the frame: authentication, limit, parsing, idempotency, use case, shape.
 */
export const route =
  <const E extends Endpoint>(contract: E) =>
  <Value>(perform: (call: Call<E>) => Promise<Value>, { plainText }: Options<Value> = {}): Served => ({
    contract,
    handle: (deps, request, params = {}) =>
      respond(deps, request, { event: contract.id, headers: NO_SNIFFING }, async ({ ctx, headers, note }) => {
        const caller = await authenticate(deps, contract, request, ctx.requestId);
        if (isTenantCtx(caller)) {
          note({ tenantId: caller.tenant.id });
          if (caller.actor.kind === "tenant") note({ keyId: caller.actor.keyId });
          await limitTenant(caller, headers);
        }
        const { bytes, ...input } = await parseCall(contract, request, params);
        note({ verificationId: verificationIdIn(input.query) ?? verificationIdIn(input.body) });
        const run = async (parts: Deps): Promise<StoredAnswer> => {
          // The contract's own schemas made `input`, and its `auth` made `caller`; TypeScript cannot follow that.
          const value = await perform({ ctx: { ...caller, deps: parts }, ...input, headers } as Call<E>);
          if (plainText && wantsPlainText(request)) return { status: 200, body: plainText(value) };
          return { status: 200, body: contract.response.parse(wireValue(value)) };
        };
        const kept =
          contract.method === "POST"
            ? await withIdempotency(deps, request, scopeOf(caller), bytes, run)
            : { ...(await run(deps)), replayed: false };
        if (kept.replayed) headers.set("Idempotency-Replayed", "true");
        const verificationId = verificationIdIn(kept.body);
        if (verificationId !== null) note({ verificationId });
        return typeof kept.body === "string"
          ? textResponse(kept.body, headers)
          : Response.json(kept.body, { status: kept.status, headers });
      }),
  });
