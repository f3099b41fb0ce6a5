import type Stripe from "stripe";
import type { VendorAccount } from "#core/identity/vendor.ts";
import { isJsonObject, jsonIn } from "#core/json.ts";
import type { Mode } from "#core/verification.ts";
import { readAge } from "#methods/oidc/read-age.ts";
import type { AskHttp } from "#platform/http.ts";
import {
  type EnteredKeys,
  type KeyFault,
  reasonOf,
  type Vendor,
  type VendorAnswer,
  VendorFault,
} from "./vendor.ts";

/** The address of Stripe's API; development and tests use a stand-in's. */
const STRIPE = "https://api.stripe.com";
/** Stripe signs every delivery of an event separately, so an old signature is a replay. */
const TOLERANCE_SECONDS = 300;

/** The events that say something about a result. */
const NEWS: readonly string[] = [
  "identity.verification_session.verified",
  "identity.verification_session.requires_input",
  "identity.verification_session.canceled",
];

/**
 * A selfie only where the account asks for one: it says nothing about the age, but whose age it is. Never an
 * id number.
 */
const questionOf = ({ asksSelfie }: Pick<VendorAccount, "asksSelfie">) =>
  ({
    type: "document",
    options: {
      document: { require_live_capture: true, ...(asksSelfie && { require_matching_selfie: true }) },
    },
  }) as const;

/**
 * What a session shows only where it is named: the birth date, which Stripe gives to a key that may read
 * sensitive results, while any other gets a 403; and what was found of the selfie.
 */
const expandedOf = (asksSelfie: boolean) => ({
  expand: ["verified_outputs.dob", ...(asksSelfie ? ["last_verification_report"] : [])],
});

/** `last_error.code` when the person stopped. */
const STOPPED: readonly string[] = ["abandoned", "consent_declined"];

/** The other codes that Stripe documents, as words for the log: no free text of Stripe's gets there. */
const REASONS: readonly string[] = [
  "country_not_supported",
  "device_not_supported",
  "document_expired",
  "document_type_not_supported",
  "document_unverified_other",
  "selfie_document_missing_photo",
  "selfie_face_mismatch",
  "selfie_manipulated",
  "selfie_unverified_other",
  "under_supported_age",
];

/**
 * Whether a key belongs to this mode: `sk_live_…`, or `rk_live_…` for a restricted one, which alone may read
 * birth dates.
 */
const isKeyOf = (mode: Mode, key: string): boolean =>
  new RegExp(`^[sr]k_${mode}_[A-Za-z0-9_]{4,500}$`).test(key);

const faultOfKeys = (mode: Mode, { accountId, apiKey, callbackKey }: EnteredKeys): KeyFault | null => {
  if (!isKeyOf(mode, apiKey)) {
    const says = `expected a key such as rk_${mode}_…: a ${mode} vendor takes ${mode} keys only`;
    return { field: "apiKey", says };
  }
  if (!/^whsec_\w{16,200}$/.test(callbackKey ?? ""))
    return { field: "callbackKey", says: "expected the webhook's signing secret, whsec_…" };
  return accountId === undefined ? null : { field: "accountId", says: "expected none for Stripe" };
};

const REFUSALS = {
  client_refused: "Stripe refuses this key: it needs write access to the verification sessions of Identity",
  results_refused:
    "Stripe does not let this key read sensitive verification results, so no birth date would come: give the restricted key that right",
  request_refused:
    "Stripe makes no verification session: switch Identity on for this account, and see whether it may ask for selfies",
} as const;

/** The SDK's requests, under the address policy and limits for everything that tenants make us ask. */
const clientOver = (http: AskHttp): Stripe.HttpClient => ({
  getClientName: () => "lintel",
  makeRequest: async (host, port, path, method, headers, data, protocol) => {
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const answer = await http(`${protocol}://${host}:${port}${path}`, {
      method,
      headers: given,
      body: data || null,
    });
    return {
      getStatusCode: () => answer.status,
      getHeaders: () => ({}),
      getRawResponse: () => answer,
      toStream: () => {
        throw new Error("nothing is streamed");
      },
      toJSON: async () => JSON.parse(answer.text),
    };
  },
});

const two = (part: number): string => String(part).padStart(2, "0");

type Session = Stripe.Identity.VerificationSession;

/** A code of Stripe's, if it is one of those that are documented. */
const codeOf = (code: string | null | undefined, other: string): string =>
  REASONS.find((known) => known === code) ?? other;

/**
 * What speaks against a verified session that was asked for a selfie: only its own report says that the
 * document and the selfie were both verified.
 * @returns null: nothing
 * @throws VendorFault: the report is of another session
 */
const faultOfSelfie = (session: Session): string | null => {
  const { id, livemode, client_reference_id: reference, options } = session;
  const { last_verification_report: report } = session;
  if (options?.document?.require_matching_selfie !== true || !report) return "selfie_missing";
  const isIts =
    typeof report === "object" &&
    report.verification_session === id &&
    report.livemode === livemode &&
    (report.client_reference_id ?? reference) === reference;
  if (!isIts) throw new VendorFault("answer_invalid");
  const { document, selfie } = report;
  if (document?.status !== "verified" || document.error)
    return codeOf(document?.error?.code, "document_unverified_other");
  if (!selfie) return "selfie_missing";
  const isVerified = selfie.status === "verified" && !selfie.error;
  return isVerified ? null : codeOf(selfie.error?.code, "selfie_unverified_other");
};

const answerOf = (session: Session, asksSelfie: boolean, now: Date): VendorAnswer => {
  switch (session.status) {
    case "verified": {
      if (session.redaction) return { state: "undecided", reason: "redacted" };
      const unmatched = asksSelfie ? faultOfSelfie(session) : null;
      if (unmatched !== null) return { state: "undecided", reason: unmatched };
      const { year, month, day } = session.verified_outputs?.dob ?? {};
      if (!year || !month || !day) return { state: "undecided", reason: "birth_date_missing" };
      const birthdate = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
      const { read, fault } = readAge("birthdate", [{ birthdate }], now);
      if (!read) return { state: "undecided", reason: fault };
      return { state: "decided", ...read, isFaceMatched: asksSelfie };
    }
    case "canceled":
      return { state: "declined", reason: "canceled" };
    case "requires_input": {
      const code = session.last_error?.code;
      // The person has not begun.
      if (!code) return { state: "pending" };
      if (STOPPED.includes(code)) return { state: "declined", reason: code };
      return { state: "undecided", reason: REASONS.includes(code) ? code : "not_verified" };
    }
    default:
      return { state: "pending" };
  }
};

/**
 * The session that a genuine event is about; null if the event does not matter here.
 * @throws VendorFault callback_thin, callback_invalid
 */
const sessionNamed = (body: Uint8Array, isLive: boolean): string | null => {
  const event = jsonIn(body);
  if (!isJsonObject(event)) throw new VendorFault("callback_invalid");
  // docs.stripe.com/event-destinations: an endpoint can be configured to get events without their data.
  if (event.object === "v2.core.event") throw new VendorFault("callback_thin");
  const { type, livemode, data } = event;
  if (typeof type !== "string") throw new VendorFault("callback_invalid");
  if (!NEWS.includes(type) || livemode !== isLive) return null;
  const session = isJsonObject(data) ? data.object : null;
  if (!isJsonObject(session) || typeof session.id !== "string") throw new VendorFault("callback_invalid");
  return session.id;
};

/**
 * Stripe Identity through Stripe's own package: a check of a document, and of a selfie where the account asks
 * for one. Only the birth date is read.
 * @param base a stand-in's address instead of Stripe's
 */
export const createStripeVendor = (http: AskHttp, base: string = STRIPE): Vendor => {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === "http:";
  const httpClient = clientOver(http);

  const stripeFor = async ({ apiKey }: VendorAccount): Promise<Stripe> => {
    // Few tenants have an account there, and the package is large.
    const { default: StripeClient } = await import("stripe");
    return new StripeClient(apiKey.open(), {
      httpClient,
      host: hostname,
      port: port || (isPlain ? 80 : 443),
      protocol: isPlain ? "http" : "https",
      // After a failure, the person, the callback or the worker asks again.
      maxNetworkRetries: 0,
      telemetry: false,
    });
  };

  /** The API's refusals in our words, because its own may quote what was sent. */
  const asked = async <Result>(call: Promise<Result>): Promise<Result> =>
    call.catch((error: unknown) => {
      const type = error instanceof Error && "type" in error ? error.type : null;
      if (type === "StripeAuthenticationError" || type === "StripePermissionError")
        throw new VendorFault("client_refused");
      if (type === "StripeInvalidRequestError") throw new VendorFault("request_refused");
      throw new VendorFault("vendor_away");
    });

  return {
    kind: "stripe",
    address: base,
    faultOfKeys,
    refusals: REFUSALS,
    tryAccount: async (account, returnUrl) => {
      const { identity } = await stripeFor(account);
      const { verificationSessions: sessions } = identity;
      try {
        // Stripe bills a session when a document is checked; this one is cancelled before that.
        const { id } = await asked(sessions.create({ ...questionOf(account), return_url: returnUrl }));
        const reason = await asked(sessions.retrieve(id, expandedOf(account.asksSelfie))).then(
          () => null,
          reasonOf,
        );
        await sessions.cancel(id).catch(() => undefined);
        return reason === "client_refused" ? "results_refused" : reason;
      } catch (error) {
        return reasonOf(error);
      }
    },
    start: async (account, { reference, returnUrl }) => {
      const { identity } = await stripeFor(account);
      const made = await asked(
        identity.verificationSessions.create({
          ...questionOf(account),
          client_reference_id: reference,
          return_url: returnUrl,
        }),
      );
      const { id: sessionId, url, options } = made;
      const goesThere = url !== null && (isPlain || url.startsWith("https:"));
      // A person is not sent to a check that would not count.
      const isAsked = !account.asksSelfie || options?.document?.require_matching_selfie === true;
      if (!goesThere || !isAsked) throw new VendorFault("answer_invalid");
      return { sessionId, url };
    },
    fetch: async (account, { sessionId, reference, asksSelfie }, now) => {
      const { identity } = await stripeFor(account);
      const session = await asked(identity.verificationSessions.retrieve(sessionId, expandedOf(asksSelfie)));
      const isOurs =
        session.id === sessionId &&
        // The reference is erased with the rest when Stripe redacts.
        (session.client_reference_id === reference || session.redaction !== null) &&
        session.livemode === (account.mode === "live");
      if (!isOurs) throw new VendorFault("answer_invalid");
      return answerOf(session, asksSelfie, now);
    },
    sessionOf: async (account, { body, header }, now) => {
      const signature = header("stripe-signature");
      const secret = account.callbackKey.open();
      if (signature === null || secret === null) throw new VendorFault("callback_signature");
      const { webhooks } = await stripeFor(account);
      // Not with `constructEvent`, which mistakes a thin event for a wrong signature.
      const { signature: signatures } = webhooks;
      try {
        const nowMs = now.getTime();
        signatures?.verifyHeader(Buffer.from(body), signature, secret, TOLERANCE_SECONDS, undefined, nowMs);
      } catch {
        throw new VendorFault("callback_signature");
      }
      return sessionNamed(body, account.mode === "live");
    },
    redact: async (account, sessionId) => {
      const { identity } = await stripeFor(account);
      await asked(identity.verificationSessions.redact(sessionId));
      return true;
    },
  };
};
