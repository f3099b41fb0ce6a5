import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { VendorAccount } from "#core/identity/vendor.ts";
import { entryFor, isJsonObject, jsonIn } from "#core/json.ts";
import type { Mode } from "#core/verification.ts";
import type { AskHttp } from "#platform/http.ts";
import {
  type EnteredKeys,
  type KeyFault,
  reasonOf,
  type Vendor,
  type VendorAnswer,
  VendorFault,
  type VendorSession,
} from "./vendor.ts";
import { createYotiTokens, isPrivateKey, serviceKeyIn } from "./yoti-token.ts";

/**
 * The addresses of Yoti's Age Verification Service and of tokens for it; development and tests use a
 * stand-in's.
 */
const YOTI = { service: "https://age.yoti.com", tokens: "https://auth.api.yoti.com" } as const;

const TOKEN_PATH = "/v1/oauth/token";

/** developers.yoti.com/age-verification: the sandbox has the same interface at another address. */
const API: Readonly<Record<Mode, string>> = { live: "/api/v1", test: "/sandbox/api/v1" };

/** Where a person is sent. */
const PAGE: Readonly<Record<Mode, string>> = { live: "/", test: "/sandbox" };

/** Signs live notifications, as published at developers.yoti.com/age-verification/notifications. */
const PUBLISHED_KEY = `-----BEGIN PUBLIC KEY-----
MIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEAune8+8vPz/pQD6IzdWvX
Q66nh/RcywopCI01Wjo6i7vlH2iVOP1oCkgbObe12iMmVXKRiXgMNT6aXIGe6Ggw
dodzAmt3vT1fmrgub7Of6MgJ56ri2uH1O54DTjbnEbEcLXX13teOusZavntrkNpp
x1c8L0Ol41mRvImJeMHM6I16rLhqB/w1m7USMvof/K6GaP+VmmciZTPyZ6IsXxvB
k0ZoqWqrt2xENlg4O6LXMo7eHEiG+edm9uDpbZK1RhiCd6hyDZ/t4bBQNg4misFF
WezQSiUlPwBLRg1AJ3CNrtBzs49BZ30U7WSPUS0Gsq1lhhDtUtJUt4CdkDAfkVY6
2C6aaqKV940GcPFN7MjOeFus3VNJE3zyHVLT8DStuLMXHY+gQBGFOyxN6heZbm7a
Sl9fi7VXlDTlv1jpk4DFMQYF2fpAyomm95GavhllJnDxC2t8ebu0O23B88hPGI3K
kyLtPA8ie6UNmwNqLYpOEN/pwayYw75FcENBDxnWhoe9AgMBAAE=
-----END PUBLIC KEY-----`;

/** Yoti accepts none that is shorter. */
const LEAST_SECONDS = 60;

type Json = Readonly<Record<string, unknown>>;

/**
 * The methods that see a document, which are asked with the minimum age itself; an estimate would need a
 * different one.
 */
const WAYS: Readonly<Record<string, string>> = { DOC_SCAN: "doc_scan", DIGITAL_ID: "digital_id" };

/** What is decided, by the method that Yoti names, if that method was asked for this age. */
const decided = (result: Json, minimumAge: number): VendorAnswer => {
  const way = entryFor(WAYS, String(result.method));
  const asked = way === undefined ? null : result[way];
  if (!isJsonObject(asked) || asked.threshold !== minimumAge || result.type !== "OVER")
    return { state: "undecided", reason: "other_question" };
  const isOver = result.status === "COMPLETE";
  const band = isOver ? { atLeast: minimumAge, below: null } : { atLeast: null, below: minimumAge };
  return { state: "decided", age: null, band, isFaceMatched: false };
};

/** developers.yoti.com/age-verification/results. An unknown status waits, as Yoti asks. */
const answerOf = (result: Json, minimumAge: number): VendorAnswer => {
  switch (result.status) {
    case "COMPLETE":
    case "FAIL":
      return decided(result, minimumAge);
    case "ERROR":
      return { state: "undecided", reason: "not_verified" };
    case "CANCELLED":
      return { state: "declined", reason: "canceled" };
    case "EXPIRED":
      return { state: "declined", reason: "abandoned" };
    default:
      return { state: "pending" };
  }
};

const keyOf = (pem: string | null): KeyObject => {
  try {
    return createPublicKey(pem ?? PUBLISHED_KEY);
  } catch {
    throw new VendorFault("callback_key");
  }
};

/** Whether a text is a public RSA key for checking notifications. */
const isNotificationKey = (pem: string): boolean => {
  try {
    return pem.includes("PUBLIC KEY") && createPublicKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
};

const fault = (field: KeyFault["field"], says: string): KeyFault => ({ field, says });

/** Keys do not name their mode; the sandbox has a different address and accepts private keys only. */
const faultOfKeys = (mode: Mode, { accountId, apiKey, callbackKey }: EnteredKeys): KeyFault | null => {
  const isPrivate = isPrivateKey(apiKey);
  if (accountId === undefined) return fault("accountId", "expected the SDK id from the Yoti Hub");
  if (mode === "test" && !isPrivate)
    return fault("apiKey", "expected the sandbox service's private key in PEM: the sandbox takes no API key");
  if (isPrivate && !serviceKeyIn(apiKey))
    return fault("apiKey", "expected an RSA private key in PEM, without a password");
  if (callbackKey === undefined && mode === "test")
    return fault("callbackKey", "expected the public key of Yoti's sandbox: only the live one is published");
  if (callbackKey !== undefined && !isNotificationKey(callbackKey))
    return fault("callbackKey", "expected a public key in PEM: -----BEGIN PUBLIC KEY-----");
  return null;
};

const REFUSALS = {
  client_refused:
    "Yoti gives no access token for this key: compare it with the SDK id, and see in the Yoti Hub whether the organisation is verified",
} as const;

/** @throws VendorFault: it is nested too deeply to be serialised again, as no notification is */
const writtenAgain = (read: Json): string => {
  try {
    return JSON.stringify(read);
  } catch {
    throw new VendorFault("callback_invalid");
  }
};

/**
 * Yoti signs a notification with RSA-PSS and SHA-256 over its own JSON without `sequence_number`, `signature`
 * and white space, and puts the signature into it.
 * @throws VendorFault
 */
const checkedNotification = (body: Uint8Array, key: KeyObject): Json => {
  const read = jsonIn(body);
  if (read === undefined) throw new VendorFault("callback_invalid");
  if (!isJsonObject(read) || typeof read.signature !== "string") throw new VendorFault("callback_signature");
  const { sequence_number: _number, signature, ...signed } = read;
  const text = writtenAgain(signed).replace(/\s/g, "");
  const isGenuine = verify(
    "sha256",
    Buffer.from(text),
    { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
    Buffer.from(signature, "base64"),
  );
  if (!isGenuine) throw new VendorFault("callback_signature");
  return signed;
};

const SESSION_ID = /^[A-Za-z0-9-]{8,64}$/;

type YotiOptions = {
  http: AskHttp;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  /** A stand-in's address instead of Yoti's. */
  base?: string | undefined;
};

/**
 * Yoti's Age Verification Service through its published API: "over this age, yes or no" by a document or
 * Yoti's app, so that no birth date ever gets here. A service has an API key, or a private key that gets it
 * access tokens; the sandbox accepts only tokens.
 */
export const createYotiVendor = ({ http, now, random, base }: YotiOptions): Vendor => {
  const address = base ?? YOTI.service;
  const tokens = createYotiTokens({ http, url: (base ?? YOTI.tokens) + TOKEN_PATH, now, random });

  /** The credential that a call carries. @throws VendorFault */
  const bearerOf = async (account: VendorAccount): Promise<string> => {
    const key = account.apiKey.open();
    if (isPrivateKey(key)) return tokens.get(account);
    if (account.mode === "test") throw new VendorFault("client_refused");
    return key;
  };

  const ask = async (account: VendorAccount, path: string, body?: object): Promise<Json> => {
    const answer = await http(address + API[account.mode] + path, {
      method: body ? "POST" : "GET",
      headers: {
        Authorization: `Bearer ${await bearerOf(account)}`,
        "Yoti-SDK-Id": account.accountId ?? "",
        "Content-Type": "application/json",
      },
      body: body ? JSON.stringify(body) : null,
    });
    if (answer.status === 401 || answer.status === 403) {
      tokens.forget(account);
      throw new VendorFault("client_refused");
    }
    if (!answer.isOk) throw new VendorFault("request_refused");
    const read = jsonIn(answer.text);
    if (!isJsonObject(read)) throw new VendorFault("answer_invalid");
    return read;
  };

  const isOurs = ({ accountId }: VendorAccount, { sessionId, reference }: VendorSession, result: Json) =>
    result.id === sessionId && result.reference_id === reference && result.sdk_id === accountId;

  return {
    kind: "yoti",
    address,
    faultOfKeys,
    refusals: REFUSALS,
    // With an API key there is nothing to try without a session.
    tryAccount: (account) => {
      // An earlier token does not show what the key can do now.
      tokens.forget(account);
      return bearerOf(account).then(() => null, reasonOf);
    },
    start: async (account, { reference, minimumAge, returnUrl, callbackUrl, lifetimeSeconds }) => {
      const way = { allowed: true, threshold: minimumAge, retry_limit: 1 };
      const made = await ask(account, "/sessions", {
        type: "OVER",
        ttl: Math.max(LEAST_SECONDS, lifetimeSeconds),
        doc_scan: { ...way, authenticity: "AUTO", level: "PASSIVE" },
        // The app may hold an estimate from a face, and a result does not say whether it was one.
        digital_id: { ...way, level: "NONE", age_estimation_allowed: false },
        // Methods that are not named may be allowed.
        age_estimation: { allowed: false },
        credit_card: { allowed: false },
        mobile: { allowed: false },
        reference_id: reference,
        callback: { auto: true, url: returnUrl },
        cancel_url: returnUrl,
        notification_url: callbackUrl,
        retry_enabled: false,
        resume_enabled: false,
        synchronous_checks: true,
      });
      if (typeof made.id !== "string" || !SESSION_ID.test(made.id)) throw new VendorFault("answer_invalid");
      const url = new URL(PAGE[account.mode], address);
      url.searchParams.set("sessionId", made.id);
      url.searchParams.set("sdkId", account.accountId ?? "");
      return { sessionId: made.id, url: url.href };
    },
    fetch: async (account, session) => {
      const result = await ask(account, `/sessions/${encodeURIComponent(session.sessionId)}/result`);
      if (!isOurs(account, session, result)) throw new VendorFault("answer_invalid");
      return answerOf(result, session.minimumAge);
    },
    sessionOf: async (account, { body }) => {
      const { session_key: sessionId } = checkedNotification(body, keyOf(account.callbackKey.open()));
      return typeof sessionId === "string" ? sessionId : null;
    },
    // Yoti's pages name no call that erases a session of this service: docs/vendors.md.
    redact: async () => false,
  };
};
