import { createPublicKey, randomUUID, verify } from "node:crypto";
import type { Io } from "../io.ts";
import { type Answer, callService, fieldIn, textIn } from "../request.ts";

/** What a check gets; `kept` holds what earlier checks learned, by name. */
type Kit = { io: Io; url: string; apiKey: string; kept: Map<string, string> };

type Check = {
  name: string;
  /** The promise, as a sentence. */
  promise: string;
  /** @returns what is wrong; null: the promise is kept */
  run(kit: Kit): Promise<string | null>;
};

type Sent = { json?: unknown; headers?: Record<string, string>; key?: string | null };

const ask = (
  { io, url, apiKey }: Kit,
  path: string,
  { json, headers = {}, key = apiKey }: Sent = {},
): Promise<Answer> =>
  callService(io, `${url}${path}`, {
    headers: { ...(key === null ? {} : { "x-tenant-api-key": key }), ...headers },
    ...(json === undefined ? {} : { json }),
  });

/** The first of these facts that does not hold. */
const firstWrong = (facts: Readonly<Record<string, boolean>>): string | null =>
  Object.entries(facts).find(([, holds]) => !holds)?.[0] ?? null;

/** Both shapes of the error body, with one id (docs/errors.md). */
const envelopeProblem = (
  { status, body, headers }: Answer,
  [expected, code]: readonly [number, string],
): string | null =>
  firstWrong({
    [`expected status ${expected}, got ${status}`]: status === expected,
    [`expected code ${code}, got ${textIn(body, "code")}`]: textIn(body, "code") === code,
    "error.code differs from code": textIn(body, "error", "code") === code,
    "request_id, requestId and X-Request-Id differ":
      textIn(body, "request_id") !== undefined &&
      textIn(body, "request_id") === textIn(body, "requestId") &&
      textIn(body, "requestId") === headers.get("x-request-id"),
  });

const kept = ({ kept: values }: Kit, name: string): string => {
  const value = values.get(name);
  if (value === undefined) throw new Error("an earlier check failed, which this one builds on");
  return value;
};

const start = async (kit: Kit): Promise<string | null> => {
  const { status, body } = await ask(kit, "/verify/start", { json: {} });
  const verificationId = textIn(body, "verificationId");
  if (verificationId !== undefined) kit.kept.set("verificationId", verificationId);
  return firstWrong({
    [`expected status 200, got ${status}`]: status === 200,
    "there is no verificationId": verificationId?.startsWith("ver_") === true,
    "the status is not pending": textIn(body, "status") === "pending",
    "redirectUrl is not an address": URL.canParse(textIn(body, "redirectUrl") ?? ""),
    "config.mode is not test": textIn(body, "config", "mode") === "test",
  });
};

const repeat = async (kit: Kit): Promise<string | null> => {
  const sent = {
    json: { metadata: { from: "lintel conformance" } },
    headers: { "Idempotency-Key": randomUUID() },
  };
  const [first, second] = [await ask(kit, "/verify/start", sent), await ask(kit, "/verify/start", sent)];
  return firstWrong({
    "the second answer is not the first one's": first.status === 200 && first.text === second.text,
    "Idempotency-Replayed is not true": second.headers.get("idempotency-replayed") === "true",
  });
};

const complete = async (kit: Kit): Promise<string | null> => {
  const json = { verificationId: kept(kit, "verificationId"), verifiedAge: 40 };
  const { status, body } = await ask(kit, "/verify/complete", { json });
  const token = textIn(body, "token");
  if (token !== undefined) kit.kept.set("token", token);
  return firstWrong({
    [`expected status 200, got ${status}`]: status === 200,
    "there is no token": token !== undefined,
    "the result is not approved": fieldIn(body, "result", "verified") === true,
  });
};

const onlineToken = async (kit: Kit): Promise<string | null> => {
  const { status, body } = await ask(kit, "/tokens/validate", { json: { token: kept(kit, "token") } });
  return firstWrong({
    [`expected status 200, got ${status}`]: status === 200,
    "a genuine token is not valid": fieldIn(body, "valid") === true,
    "an adult is not over18": fieldIn(body, "over18") === true,
  });
};

const forgedToken = async (kit: Kit): Promise<string | null> => {
  const [header = "", payload = "", signature = ""] = kept(kit, "token").split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  const forged = Buffer.from(JSON.stringify({ ...claims, verified_age: 99 })).toString("base64url");
  const { status, body } = await ask(kit, "/tokens/validate", {
    json: { token: `${header}.${forged}.${signature}` },
  });
  return firstWrong({
    [`expected status 200, got ${status}`]: status === 200,
    "a changed token is valid": fieldIn(body, "valid") === false && fieldIn(body, "over18") === false,
    "the reason is not TOKEN_INVALID": textIn(body, "reason") === "TOKEN_INVALID",
  });
};

/** RFC 7515: the signature over header and payload, by a published key, with Node's own implementation. */
const offlineToken = async (kit: Kit): Promise<string | null> => {
  const [header = "", payload = "", signature = ""] = kept(kit, "token").split(".");
  const { kid, alg } = JSON.parse(Buffer.from(header, "base64url").toString("utf8"));
  const { body } = await ask(kit, "/.well-known/jwks.json", { key: null });
  const keys = fieldIn(body, "keys");
  const jwk = Array.isArray(keys) ? keys.find((key) => textIn(key, "kid") === kid) : undefined;
  if (jwk === undefined) return "the token's key is not published";
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const isGenuine = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return firstWrong({
    "alg is not ES256": alg === "ES256",
    "the signature is not by the published key": isGenuine,
  });
};

/** In this order: later ones build on what earlier ones started. */
export const CONFORMANCE_CHECKS: readonly Check[] = [
  {
    name: "health",
    promise: "GET /health answers without a key",
    run: async (kit) => {
      const { status, body } = await ask(kit, "/health", { key: null });
      return firstWrong({
        [`expected status 200, got ${status}`]: status === 200,
        "the status is neither ok nor degraded": ["ok", "degraded"].includes(textIn(body, "status") ?? ""),
      });
    },
  },
  {
    name: "openapi",
    promise: "GET /openapi.json describes the interface",
    run: async (kit) => {
      const { body } = await ask(kit, "/openapi.json", { key: null });
      return firstWrong({
        "it is not OpenAPI 3.1": textIn(body, "openapi")?.startsWith("3.1") === true,
        "it has no POST /verify/start": fieldIn(body, "paths", "/verify/start", "post") !== undefined,
      });
    },
  },
  {
    name: "no-key",
    promise: "A request without a key is refused, in the one shape of errors",
    run: async (kit) =>
      envelopeProblem(await ask(kit, "/verify/start", { key: null, json: {} }), [401, "AUTH_INVALID_KEY"]),
  },
  {
    name: "wrong-key",
    promise: "An unknown key is refused",
    run: async (kit) =>
      envelopeProblem(await ask(kit, "/verify/start", { key: `avk_test_${"A".repeat(49)}`, json: {} }), [
        401,
        "AUTH_INVALID_KEY",
      ]),
  },
  {
    name: "unknown-field",
    promise: "A misspelt field is refused by its name",
    run: async (kit) => {
      const answer = await ask(kit, "/verify/start", { json: { minimunAge: 18 } });
      const problem = envelopeProblem(answer, [400, "INVALID_REQUEST_BODY"]);
      return problem ?? (answer.text.includes("minimunAge") ? null : "the answer does not name the field");
    },
  },
  {
    name: "unknown-verification",
    promise: "An unknown verification is 404",
    run: async (kit) =>
      envelopeProblem(await ask(kit, "/verify/status?verificationId=ver_unknown"), [
        404,
        "VERIFICATION_NOT_FOUND",
      ]),
  },
  { name: "start", promise: "POST /verify/start begins a test verification", run: start },
  { name: "idempotency", promise: "A repeat with its Idempotency-Key gets the first answer", run: repeat },
  { name: "complete", promise: "POST /verify/complete approves an adult and gives a token", run: complete },
  {
    name: "complete-twice",
    promise: "A verification ends once",
    run: async (kit) => {
      const json = { verificationId: kept(kit, "verificationId"), verifiedAge: 12 };
      return envelopeProblem(await ask(kit, "/verify/complete", { json }), [
        400,
        "VERIFICATION_ALREADY_COMPLETED",
      ]);
    },
  },
  { name: "token-online", promise: "The token is valid at /tokens/validate", run: onlineToken },
  { name: "token-forged", promise: "A changed token is not valid", run: forgedToken },
  { name: "token-offline", promise: "The token is genuine by the published key (ES256)", run: offlineToken },
];
