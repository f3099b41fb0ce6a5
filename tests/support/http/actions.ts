import { expect } from "vitest";
import type { z } from "zod";
import { admin, ending, events, tokens, verify } from "#contracts/public/endpoints.ts";
import type { Deps } from "#services/context.ts";
import { ADMIN_KEY, type Answer, type Call, type CallOptions } from "../world/service.ts";

// What a tenant's backend does all the time, with typed answers. Each expects success.

const succeeded = async <Schema extends z.ZodType>(
  schema: Schema,
  call: Promise<Answer>,
): Promise<z.output<Schema>> => {
  const answer = await call;
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return schema.parse(answer.body);
};

type Input = Record<string, unknown>;

export const start = (call: Call, key: string, body: Input = {}, more: CallOptions = {}) =>
  succeeded(verify.start.response, call("POST", "/verify/start", { key, body, ...more }));

export const complete = (call: Call, key: string, body: Input) =>
  succeeded(verify.complete.response, call("POST", "/verify/complete", { key, body }));

export const submit = (call: Call, key: string, body: Input) =>
  succeeded(verify.submit.response, call("POST", "/verify/submit", { key, body }));

export const cancel = (call: Call, key: string, body: Input) =>
  succeeded(ending.cancel.response, call("POST", "/verify/cancel", { key, body }));

export const simulate = (call: Call, key: string, body: Input) =>
  succeeded(ending.simulate.response, call("POST", "/verify/simulate", { key, body }));

export const statusOf = (call: Call, key: string, verificationId: string) =>
  succeeded(verify.status.response, call("GET", `/verify/status?verificationId=${verificationId}`, { key }));

export const validate = (call: Call, key: string, token: string | undefined) =>
  succeeded(tokens.validate.response, call("POST", "/tokens/validate", { key, body: { token } }));

export const exchange = (call: Call, key: string, body: Input) =>
  succeeded(tokens.exchange.response, call("POST", "/tokens/exchange", { key, body }));

export const eventsAfter = (call: Call, key: string, query = "") =>
  succeeded(events.listEvents.response, call("GET", `/verify/events?${query}`, { key }));

/** A fresh approval and its token. */
export const approvedToken = async (call: Call, key: string, body: Input = { verifiedAge: 30 }) => {
  const { verificationId } = await start(call, key);
  const { token = "" } = await complete(call, key, { verificationId, ...body });
  return { verificationId, token };
};

export const tenantDetail = (call: Call, id: string) =>
  succeeded(admin.getTenant.response, call("GET", `/admin/tenants/${id}`, { adminKey: ADMIN_KEY }));

export const patchTenant = (call: Call, id: string, body: Input) =>
  succeeded(
    admin.updateTenant.response,
    call("PATCH", `/admin/tenants/${id}`, { adminKey: ADMIN_KEY, body }),
  );

/** The secret in a session's address. */
export const secretOf = (started: { redirectUrl: string }): string =>
  started.redirectUrl.split("/v/")[1] ?? "";

/** The id of the tenant's key of this mode, which no answer shows. */
export const keyIdOf = async (
  deps: Deps,
  tenantId: string,
  mode: "live" | "test" = "live",
): Promise<string> => {
  const where = { tenantId, mode, revokedAt: null };
  return (await deps.db.orm.apiKey.findFirstOrThrow({ where, orderBy: { id: "desc" } })).id;
};
