import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { hasSecret, isNativeApp } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import type { Deps } from "#services/context.ts";
import {
  dropArtifact,
  dropOfGrant,
  keepArtifact,
  keepOnce,
  readArtifact,
  spendArtifact,
} from "#services/oidc/artifacts.ts";
import { findRelyingParty } from "#services/oidc/clients.ts";
import { artifactsNow, callNow } from "./calls.ts";

// What the OpenID Provider reads and keeps, by its own names.

/** In seconds. A code is needed only for a moment, and so is what it is exchanged for. */
export const LIFETIMES = {
  AuthorizationCode: 60,
  AccessToken: 5 * 60,
  IdToken: 10 * 60,
  Grant: 15 * 60,
  // RFC 9126 §2.2 names up to ten minutes.
  PushedAuthorizationRequest: 10 * 60,
  // As long as the longest check that starts here, plus the way back.
  Interaction: 60 * 60,
  Session: 60,
} as const;

export type Claims = { [claim: string]: unknown };

/** What a check said, from an interaction's result or a grant. */
export const answerIn = (kept: object = {}): Claims | undefined =>
  "answer" in kept && typeof kept.answer === "object" && kept.answer !== null
    ? { ...kept.answer }
    : undefined;

/** Each authorization is a check: there is no one to remember, so no session is kept. */
const NO_SESSIONS: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

const UNKNOWN_BYTES = 32;

const clientsOf = (deps: Deps, mode: Mode): Adapter => {
  // The real secrets stay sealed: isClientSecret compares them. This one, which is not kept, only shows that
  // there is one.
  const client_secret = Buffer.from(deps.random(UNKNOWN_BYTES)).toString("base64url");
  return {
    ...NO_SESSIONS,
    find: async (id) => {
      const client = await findRelyingParty(deps, mode, id);
      if (!client) return undefined;
      return {
        client_id: id,
        client_name: client.name,
        redirect_uris: client.redirectUris,
        application_type: isNativeApp(client) ? "native" : "web",
        token_endpoint_auth_method: client.authMethod,
        ...(hasSecret(client.authMethod) ? { client_secret } : {}),
        ...(client.jwks ? { jwks: client.jwks } : {}),
        id_token_signed_response_alg: client.tokenAlg,
        grant_types: ["authorization_code"],
        response_types: ["code"],
        require_auth_time: true,
        requires_pkce: client.requiresPkce,
        tenant_id: client.tenant.id,
      };
    },
  };
};

const grants = (mode: Mode) => ({ mode, kind: "Grant" });

/** What artifacts are kept with: the package hands no call to its adapter. */
const inCall = ({ db, secrets, now }: Deps) => ({ db, secrets, now, call: artifactsNow() });

/** Keeps what the check said with the grant: whatever depends on the grant is read together with it. */
export const keepAnswer = async (deps: Deps, mode: Mode, grantId: string, answer: Claims | undefined) => {
  const grant = await readArtifact(inCall(deps), grants(mode), grantId);
  await keepArtifact(inCall(deps), grants(mode), grantId, { ...grant, answer }, LIFETIMES.Grant);
};

/** What this grant's check said. */
export const answerOfGrant = async (deps: Deps, mode: Mode, grantId = ""): Promise<Claims | undefined> =>
  answerIn(await readArtifact(inCall(deps), grants(mode), grantId));

/**
 * A pushed request as long as a person may read the page with the button; the package has a minute, and nothing to set. The
 * request is an unsecured JWT (RFC 7519 §6) that the package made itself.
 */
const lasting = (payload: AdapterPayload): AdapterPayload => {
  const { iat = 0, request = "" } = payload;
  const exp = iat + LIFETIMES.PushedAuthorizationRequest;
  const [header, claims = ""] = request.split(".");
  const asked = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), exp };
  const lasts = Buffer.from(JSON.stringify(asked)).toString("base64url");
  return { ...payload, exp, request: `${header}.${lasts}.` };
};

const artifactsOf = (deps: Deps, mode: Mode, kind: string): Adapter => {
  const shelf = { mode, kind };
  return {
    upsert: async (id, payload, seconds = LIFETIMES.Interaction) => {
      if (kind === "PushedAuthorizationRequest")
        return keepArtifact(inCall(deps), shelf, id, lasting(payload), LIFETIMES[kind]);
      if (kind !== "ReplayDetection") return keepArtifact(inCall(deps), shelf, id, { ...payload }, seconds);
      // RFC 7523 §3: of two processes that get the same assertion, only one takes it.
      if (!(await keepOnce(inCall(deps), shelf, id, { ...payload }, seconds))) {
        throw new errors.InvalidClientAuth("client assertion tokens must only be used once");
      }
    },
    find: (id) => readArtifact(inCall(deps), shelf, id),
    findByUid: async () => undefined, // of sessions, which are not kept
    findByUserCode: async () => undefined, // of the device flow, which is off
    consume: async (id) => {
      const grantId = (await readArtifact(inCall(deps), shelf, id))?.grantId;
      const answer = typeof grantId === "string" ? await answerOfGrant(deps, mode, grantId) : undefined;
      const spent = await spendArtifact(inCall(deps), shelf, id, answer ? String(answer.txn) : null);
      if (spent) {
        callNow().isRevoked = answer ? spent.isRevoked : null;
        return;
      }
      if (kind === "PushedAuthorizationRequest") throw new errors.InvalidRequestUri("it was already used");
      // RFC 6749 §4.1.2: another process spent the code a moment ago, so what it got in exchange is taken
      // back.
      if (typeof grantId === "string") {
        for (const lost of ["AccessToken", "AuthorizationCode"])
          await dropOfGrant(inCall(deps), { mode, kind: lost }, grantId);
        await dropArtifact(inCall(deps), grants(mode), grantId);
      }
      throw new errors.InvalidGrant("authorization code already consumed");
    },
    destroy: (id) => dropArtifact(inCall(deps), shelf, id),
    revokeByGrantId: (grantId) => dropOfGrant(inCall(deps), shelf, grantId),
  };
};

/** The adapters of one mode, by the package's names for what they keep. */
export const adapterFor =
  (deps: Deps, mode: Mode) =>
  (kind: string): Adapter => {
    if (kind === "Client") return clientsOf(deps, mode);
    return kind === "Session" ? NO_SESSIONS : artifactsOf(deps, mode, kind);
  };
