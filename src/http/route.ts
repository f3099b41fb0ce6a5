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

/** The authenticated, parsed input of a use case, and the headers of its answer. */
type Call<E extends Endpoint> = {
  ctx: E["auth"] extends "tenant" ? TenantCtx : Ctx;
  body: Output<E["body"]>;
  query: Output<E["query"]>;
  params: Output<E["params"]>;
  headers: Headers;
};

/** A contract with its handler, a plain function from request to response, independent of Next. */
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

/** Renders the answer for a caller that asks for text instead of JSON, as Prometheus does. */
type Options<Value> = { plainText?: (value: Value) => string };

const wantsPlainText = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("text/plain");

const textResponse = (text: string, headers: Headers): Response => {
  headers.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
  return new Response(text, { headers });
};

const scopeOf = (ctx: CallCtx): string => (isTenantCtx(ctx) ? `${ctx.tenant.id}:${ctx.mode}` : "admin");

// Anything else that a caller sends as an id could be a key or a name, so it is not logged.
const verificationIdIn = (value: unknown): string | null =>
  typeof value === "object" &&
  value !== null &&
  "verificationId" in value &&
  typeof value.verificationId === "string" &&
  isId("verification", value.verificationId)
    ? value.verificationId
    : null;

/**
 * Binds a contract to its use case; curried, so that the types are inferred from the contract. Each request passes
 * authentication, limit, parsing, idempotency, use case and response schema.
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
          // `input` comes from the contract's schemas and `caller` from its `auth`; TypeScript cannot follow that.
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
