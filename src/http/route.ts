import type { z } from "zod";
import { type Endpoint, takesIdempotencyKey } from "#contracts/public/endpoint.ts";
import type { Ctx, Deps, TenantCtx } from "#services/context.ts";
import { authenticate, type CallCtx, isTenantCtx, limitTenant, requireScope } from "./authenticate.ts";
import { readJson } from "./body.ts";
import { type StoredAnswer, withIdempotency } from "./idempotency.ts";
import { parseInput, queryOf, verificationIdIn } from "./input.ts";
import { logged } from "./json-lines.ts";
import { isForm, limitNetwork, oauthErrorAnswer, readOauthForm } from "./oauth.ts";
import {
  type Answer,
  errorAnswer,
  framed,
  type HeaderSink,
  type Incoming,
  jsonAnswer,
  type Note,
  plainHeaders,
  requestIdOf,
  wireValue,
} from "./respond.ts";

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The authenticated, parsed input of a use case, and the headers of its answer. */
type Call<E extends Endpoint> = {
  ctx: E["auth"] extends "tenant" ? TenantCtx : Ctx;
  body: Output<E["body"]>;
  query: Output<E["query"]>;
  params: Output<E["params"]>;
  headers: HeaderSink;
  /** Aborted when the caller is gone. For a call that waits; reading it sets up the watch. */
  readonly signal: AbortSignal | undefined;
};

/** A contract with its handler, a plain function from request to answer that knows neither Next nor node:http. */
export type Served = {
  contract: Endpoint;
  handle(deps: Deps, request: Incoming, params?: Record<string, string>): Promise<Answer>;
};

const readBody = (contract: Endpoint, request: Incoming) =>
  contract.oauth && isForm(request) ? readOauthForm(request) : readJson(request, contract.maxBodyBytes);

const parseCall = async (contract: Endpoint, request: Incoming, params: Record<string, string>) => {
  const json = contract.body
    ? await readBody(contract, request)
    : { value: undefined, bytes: new Uint8Array() };
  return {
    params: contract.params && parseInput(contract.params, params, "INVALID_PARAMETERS"),
    query: contract.query && parseInput(contract.query, queryOf(new URL(request.url)), "INVALID_PARAMETERS"),
    body: contract.body && parseInput(contract.body, json.value, "INVALID_REQUEST_BODY"),
    bytes: json.bytes,
  };
};

type Options<E extends Endpoint> = {
  /** The answer for a caller that asks for text instead of JSON, as Prometheus does. */
  plainText?: (call: Call<E>) => Promise<string>;
  /** The answer for a caller that asks for JSON lines instead: pieces of whole lines. */
  jsonLines?: (call: Call<E>) => Promise<AsyncGenerator<string>>;
  /**
   * The use case returns exactly the contract's fields in the contract's order, so its value is the answer. A
   * test compares every such answer with its schema.
   */
  isExact?: boolean;
};

const wantsPlainText = (request: Incoming): boolean =>
  (request.headers.get("accept") ?? "").includes("text/plain");

const textAnswer = (headers: Answer["headers"], body: string): Answer => ({
  status: 200,
  headers: { ...headers, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  body,
});

const wantsJsonLines = (request: Incoming): boolean =>
  (request.headers.get("accept") ?? "").includes("application/x-ndjson");

const linesAnswer = (
  { log }: Deps,
  request: Incoming,
  headers: Answer["headers"],
  lines: AsyncGenerator<string>,
): Answer => ({
  status: 200,
  headers: { ...headers, "content-type": "application/x-ndjson; charset=utf-8" },
  body: "",
  ...(request.method === "HEAD"
    ? {}
    : { stream: logged(log.with({ requestId: headers["x-request-id"] ?? "" }), lines) }),
});

const scopeOf = (ctx: CallCtx): string => (isTenantCtx(ctx) ? `${ctx.tenant.id}:${ctx.mode}` : "admin");

/**
 * Binds a contract to its use case; curried, so that the types are inferred from the contract. Each request passes
 * authentication, limit, parsing, idempotency, use case and response schema.
 */
export const route =
  <const E extends Endpoint>(contract: E) =>
  <Value>(
    perform: (call: Call<E>) => Promise<Value>,
    { plainText, jsonLines, isExact = false }: Options<E> = {},
  ): Served => {
    const bodyOf = (value: Value) => (isExact ? value : contract.response.parse(wireValue(value)));

    const answer = async (
      deps: Deps,
      request: Incoming,
      params: Record<string, string>,
      { requestId, headers, note }: { requestId: string; headers: Record<string, string>; note: Note },
    ): Promise<Answer> => {
      const sink: HeaderSink = {
        set: (name, value) => {
          headers[name.toLowerCase()] = value;
        },
      };
      if (contract.oauth) await limitNetwork(deps, request, { id: contract.id, ...contract.oauth });
      const caller = await authenticate(deps, contract, request, { requestId, note });
      if (isTenantCtx(caller)) await limitTenant(caller, contract, sink);
      requireScope(caller, contract);
      const { bytes, ...input } = await parseCall(contract, request, params);
      note({ verificationId: verificationIdIn(input.query) ?? verificationIdIn(input.body) });
      // `input` comes from the contract's schemas and `caller` from its `auth`; TypeScript cannot follow that.
      const callWith = (parts: Deps) =>
        ({
          ctx: { ...caller, deps: parts },
          ...input,
          headers: sink,
          get signal() {
            return request.signal;
          },
        }) as Call<E>;
      if (jsonLines && (contract.jsonLines === "only" || wantsJsonLines(request)))
        return linesAnswer(deps, request, headers, await jsonLines(callWith(deps)));
      const run = async (parts: Deps): Promise<StoredAnswer> => {
        const call = callWith(parts);
        return parts.telemetry.part("use_case", contract.id, async () => ({
          status: 200,
          body: plainText && wantsPlainText(request) ? await plainText(call) : bodyOf(await perform(call)),
        }));
      };
      const kept = takesIdempotencyKey(contract)
        ? await withIdempotency(deps, request, scopeOf(caller), bytes, run)
        : { ...(await run(deps)), replayed: false };
      if (kept.replayed) headers["idempotency-replayed"] = "true";
      const verificationId = verificationIdIn(kept.body);
      if (verificationId !== null) note({ verificationId });
      return typeof kept.body === "string"
        ? textAnswer(headers, kept.body)
        : jsonAnswer(kept.status, headers, kept.body);
    };

    return {
      contract,
      handle: (deps, request, params = {}) => {
        const requestId = requestIdOf(deps, request);
        const headers = { ...plainHeaders(requestId), "x-content-type-options": "nosniff" };
        return framed(
          deps,
          request,
          requestId,
          { event: contract.id },
          (note) => answer(deps, request, params, { requestId, headers, note }),
          (error) =>
            contract.oauth && isForm(request)
              ? oauthErrorAnswer(error, requestId, headers)
              : errorAnswer(error, requestId, headers),
        );
      },
    };
  };
