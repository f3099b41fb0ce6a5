import { createHmac, randomBytes } from "node:crypto";
import type { LocalOptions } from "../../scripts/local/serve.ts";
import {
  type Callback,
  choose,
  deliver,
  type Handler,
  type Outcome,
  type Person,
  personOf,
  type StandIn,
  serveStandIn,
} from "./stand-in.ts";

export const STRIPE_STAND_IN_KEYS = {
  test: { apiKey: "rk_test_stand_in_key", callbackKey: "whsec_standInOfThisMachine0000" },
  live: { apiKey: "rk_live_stand_in_key", callbackKey: "whsec_standInOfThisMachine0000" },
} as const;

type Session = {
  id: string;
  status: string;
  errorCode: string | null;
  livemode: boolean;
  reference: string | null;
  returnUrl: string;
  options: Record<string, string>;
  person: Person | null;
  isRedacted: boolean;
  /** Null: nothing has been handed in. */
  reportId: string | null;
};

type Json = Readonly<Record<string, unknown>>;

export type StripeStandIn = StandIn & {
  /** Whether API keys may read sensitive results; one that may not is refused what it asks to be expanded by them. */
  mayReadBirths: boolean;
  /** What a selfie is found to be that does not match: one of Stripe's codes. */
  selfieError: string;
  /** What a session is answered as, for tests; null: as it is. */
  alter: ((session: Json) => unknown) | null;
  sessions: Map<string, Session>;
  /** Addresses of endpoints that events go to by themselves, as in Stripe's dashboard. */
  endpoints: string[];
  /** An event about a session, signed as Stripe does. */
  event(sessionId: string, type: string, more?: { secret?: string; at?: Date; livemode?: boolean }): Callback;
};

/** docs.stripe.com/webhooks#verify-manually: HMAC-SHA-256 over `t.body`. Written here, so that Stripe's package is checked against it. */
const signed = (body: string, secret: string, at: Date): Callback => {
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return { body, headers: { "stripe-signature": `t=${t},v1=${v1}` } };
};

const BIRTH = "verified_outputs.dob";
const REPORT = "last_verification_report";

/** A form has texts; an answer has booleans. */
const shownOptions = (options: Session["options"]): Json =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value === "true"]));

/** Which mode a key of this stand-in is of: every one that says that it is. */
const MODE_OF_KEY = /^Bearer rk_(live|test)_stand_in_\w+$/;

const refusal = (status: number, type: string, message: string) => ({
  status,
  body: { error: { type, message } },
});

/** A server that speaks Stripe Identity's published interface: docs.stripe.com/api/identity/verification_sessions. */
export const startStripeStandIn = async (options: LocalOptions): Promise<StripeStandIn> => {
  const { now = () => new Date() } = options;
  const sessions = new Map<string, Session>();

  const seconds = (): number => Math.floor(now().getTime() / 1000);

  /** docs.stripe.com/api/identity/verification_reports: what was found of each thing that was asked for. */
  const reportOf = ({ id, errorCode, livemode, reference, options, person, reportId }: Session): Json => {
    const { birth: _birth, ...outputs } = person ?? { birth: null };
    const partOf = (part: "document" | "selfie") => {
      // A selfie is compared with a document: where that one fails, there is nothing to compare.
      const isFailed = part === "selfie" ? errorCode !== null : (errorCode ?? "").startsWith("document_");
      const code = errorCode?.startsWith(part) ? errorCode : `${part}_unverified_other`;
      return {
        status: isFailed ? "unverified" : "verified",
        error: isFailed ? { code, reason: `Reason: ${JSON.stringify(outputs)}` } : null,
      };
    };
    const file = `file_${reportId}`;
    return {
      id: reportId,
      object: "identity.verification_report",
      client_reference_id: reference,
      created: seconds(),
      document: { ...partOf("document"), type: "passport", files: [`${file}_front`], ...outputs },
      ...(options.require_matching_selfie === "true" && {
        selfie: { ...partOf("selfie"), document: `${file}_front`, selfie: `${file}_face` },
      }),
      livemode,
      options: { document: shownOptions(options) },
      type: "document",
      verification_session: id,
    };
  };

  const shown = (session: Session, expand: readonly string[]): Json => {
    const { id, status, errorCode, livemode, reference, person, isRedacted, reportId } = session;
    const { birth, ...outputs } = person ?? { birth: null };
    const seesBirth = expand.includes(BIRTH);
    return {
      id,
      object: "identity.verification_session",
      client_reference_id: isRedacted ? null : reference,
      client_secret: null,
      created: seconds(),
      last_error:
        errorCode === null ? null : { code: errorCode, reason: `Reason: ${JSON.stringify(outputs)}` },
      last_verification_report: reportId !== null && expand.includes(REPORT) ? reportOf(session) : reportId,
      livemode,
      metadata: {},
      options: { document: shownOptions(session.options) },
      redaction: isRedacted ? { status: "processing" } : null,
      status,
      type: "document",
      url: status === "requires_input" ? `${running.url}/verify/${id}` : null,
      verified_outputs:
        status === "verified"
          ? { first_name: "Ada", last_name: "Lovelace", ...outputs, ...(seesBirth && { dob: birth }) }
          : null,
    };
  };

  const finish: StandIn["finish"] = (sessionId, outcome) => {
    const session = sessions.get(sessionId);
    if (!session) throw new Error("no such session");
    session.person = running.person ?? personOf(outcome, now());
    const failures: Readonly<Record<Outcome, string | null>> = {
      adult: null,
      minor: null,
      processing: null,
      borrowed: session.options.require_matching_selfie === "true" ? running.selfieError : null,
      unreadable: "document_unverified_other",
      stop: "consent_declined",
    };
    session.errorCode = failures[outcome];
    const ended = session.errorCode === null ? "verified" : "requires_input";
    session.status = outcome === "processing" ? "processing" : ended;
    const isLookedAt = outcome !== "processing" && outcome !== "stop";
    session.reportId = isLookedAt ? `vr_${randomBytes(12).toString("hex")}` : null;
    return session.returnUrl;
  };

  const event: StripeStandIn["event"] = (sessionId, type, more = {}) => {
    const session = sessions.get(sessionId);
    const livemode = more.livemode ?? session?.livemode ?? false;
    const body = JSON.stringify({
      id: `evt_${randomBytes(12).toString("hex")}`,
      object: "event",
      type: `identity.verification_session.${type}`,
      livemode,
      created: seconds(),
      data: {
        object: session ? shown(session, []) : { id: sessionId, object: "identity.verification_session" },
      },
    });
    return signed(body, more.secret ?? STRIPE_STAND_IN_KEYS.test.callbackKey, more.at ?? now());
  };

  const altered = (session: Json): unknown => (running.alter === null ? session : running.alter(session));

  const api: Handler = ({ method, url, headers, body }) => {
    const mode = MODE_OF_KEY.exec(headers.authorization ?? "")?.[1];
    if (mode === undefined) return refusal(401, "invalid_request_error", "Invalid API Key provided");
    const [, id, action] =
      /^\/v1\/identity\/verification_sessions(?:\/(\w+))?(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    const form = new URLSearchParams(body);
    if (method === "POST" && id === undefined) {
      if (form.get("type") !== "document") return refusal(400, "invalid_request_error", "type");
      const session: Session = {
        id: `vs_${randomBytes(12).toString("hex")}`,
        status: "requires_input",
        errorCode: null,
        livemode: mode === "live",
        reference: form.get("client_reference_id"),
        returnUrl: form.get("return_url") ?? "",
        options: Object.fromEntries(
          [...form].flatMap(([name, value]) => {
            const option = /^options\[document\]\[(\w+)\]$/.exec(name)?.[1];
            return option === undefined ? [] : [[option, value]];
          }),
        ),
        person: null,
        isRedacted: false,
        reportId: null,
      };
      sessions.set(session.id, session);
      return { status: 200, body: altered(shown(session, [])) };
    }
    const session = sessions.get(id ?? "");
    if (!session || session.livemode !== (mode === "live"))
      return refusal(404, "invalid_request_error", "No such verificationsession");
    if (method === "GET" && action === undefined) {
      const expand = [...url.searchParams].flatMap(([name, value]) =>
        name.startsWith("expand[") ? [value] : [],
      );
      // As the service answers by all that is known of it: github.com/dj-stripe/dj-stripe/issues/2111.
      if (expand.includes(BIRTH) && !running.mayReadBirths)
        return refusal(403, "invalid_request_error", "To access sensitive verification results, …");
      return { status: 200, body: altered(shown(session, expand)) };
    }
    if (method === "POST" && action === "cancel") {
      if (session.status !== "requires_input")
        return refusal(400, "invalid_request_error", "You cannot cancel this object.");
      session.status = "canceled";
      return { status: 200, body: shown(session, []) };
    }
    if (method === "POST" && action === "redact") {
      if (session.status === "processing")
        return refusal(400, "invalid_request_error", "You cannot redact this object while it is processing.");
      session.isRedacted = true;
      session.person = null;
      return { status: 200, body: shown(session, []) };
    }
    return refusal(404, "invalid_request_error", "Unrecognized request URL");
  };

  const page: Handler = (request) => {
    const id = request.url.pathname.split("/")[2] ?? "";
    const session = sessions.get(id);
    if (session?.status !== "requires_input") return { page: "This session is over." };
    return choose(request, "Stripe Identity", {
      finish: (outcome) => finish(id, outcome),
      tell: async () => {
        const type = session.status === "verified" ? "verified" : "requires_input";
        for (const endpoint of running.endpoints) await deliver(endpoint, event(id, type));
      },
    });
  };

  const running: StripeStandIn = {
    url: "",
    trouble: null,
    person: null,
    mayReadBirths: true,
    selfieError: "selfie_face_mismatch",
    alter: null,
    sessions,
    endpoints: [],
    finish,
    event,
    stop: async () => {},
  };
  return serveStandIn(options, running, (request) =>
    request.url.pathname.startsWith("/verify/") ? page(request) : api(request),
  );
};
