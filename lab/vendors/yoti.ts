import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from "node:crypto";
import { z } from "zod";
import type { LocalOptions } from "../../scripts/local/serve.ts";
import { jsonIn } from "../../src/core/json.ts";
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

export const YOTI_STAND_IN = {
  accountId: "5d3add31-3a3a-4d3b-a6b4-347edb35264c",
  /** For live mode: the sandbox takes access tokens only. */
  apiKey: "stand-in-api-key",
} as const;

// developers.yoti.com/age-verification/sandbox-integration-guide.
const TOKEN_PATH = "/v1/oauth/token";
const TOKEN_SECONDS = 1_800;
const ASSERTION_SECONDS = { most: 30 * 60 } as const;

const tokenForm = z.strictObject({
  grant_type: z.literal("client_credentials"),
  scope: z.literal("avs:sessions:create"),
  client_assertion_type: z.literal("urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
  client_assertion: z.string(),
});

const assertionHead = z.strictObject({ alg: z.literal("PS384"), typ: z.literal("JWT") });

const US = `sdk:${YOTI_STAND_IN.accountId}`;

const assertionClaims = z.looseObject({
  iss: z.literal(US),
  sub: z.literal(US),
  aud: z.string(),
  jti: z.string().min(16).max(128),
  exp: z.number(),
});

/** A part of a JWT. Written here, so that the service's package is checked against it. */
const partOf = (text = ""): unknown => jsonIn(Buffer.from(text, "base64url"));

const way = z.looseObject({ allowed: z.boolean(), threshold: z.number().int().optional() });

const asked = z.looseObject({
  type: z.enum(["OVER", "UNDER", "AGE"]),
  ttl: z.number().int().min(60),
  reference_id: z.string(),
  callback: z.object({ auto: z.boolean(), url: z.string() }),
  cancel_url: z.string(),
  notification_url: z.string(),
  doc_scan: way,
  digital_id: way.extend({ age_estimation_allowed: z.boolean() }),
  age_estimation: way,
  credit_card: way,
  mobile: way,
});

type Session = {
  id: string;
  status: string;
  method: string;
  asked: z.infer<typeof asked>;
  person: Person | null;
};

export type YotiStandIn = StandIn & {
  /** What its notifications are signed with, as PEM. */
  publicKey: string;
  /** The tenant's service there has it, as PEM: it signs what access tokens are given for. */
  serviceKey: string;
  /** Access tokens that were given, and may be used. */
  tokens: Set<string>;
  sessions: Map<string, Session>;
  /** By which way the person proves it. */
  method: string;
  /** Whether it sends notifications by itself. */
  notifies: boolean;
  /** A notification about a session, signed as Yoti does. */
  notification(sessionId: string, more?: Record<string, unknown>): Callback;
};

const keyOf = (pem: string | undefined): KeyObject =>
  pem === undefined ? generateKeyPairSync("rsa", { modulusLength: 3072 }).privateKey : createPrivateKey(pem);

const pemOf = (key: KeyObject): string =>
  key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();

/** A server that speaks the published interface of Yoti's Age Verification Service: developers.yoti.com/age-verification. */
export const startYotiStandIn = async (
  options: LocalOptions & {
    /** Of its notifications, as PEM; a new one unless given. */
    signingKey?: string;
    /** Of the tenant's service, as PEM; a new one unless given. */
    serviceKey?: string;
  },
): Promise<YotiStandIn> => {
  const { now = () => new Date(), signingKey, serviceKey } = options;
  const privateKey = keyOf(signingKey);
  const publicKey = createPublicKey(privateKey);
  const servicePrivateKey = keyOf(serviceKey);
  const tokens = new Set<string>();
  const usedIds = new Set<string>();
  const sessions = new Map<string, Session>();

  const shown = ({ id, status, method, asked: given, person }: Session): object => ({
    ...given,
    sdk_id: YOTI_STAND_IN.accountId,
    id,
    status,
    ...(status === "COMPLETE" || status === "FAIL"
      ? { method, age: given.doc_scan.threshold, evidence_id: randomUUID() }
      : {}),
    // A real one tells nothing of the person here; a test looks for it all the same.
    ...(person === null ? {} : { details: person }),
  });

  const finish: StandIn["finish"] = (sessionId, outcome) => {
    const session = sessions.get(sessionId);
    if (!session) throw new Error("no such session");
    session.person = running.person ?? personOf(outcome, now());
    session.method = running.method;
    session.status = {
      adult: "COMPLETE",
      minor: "FAIL",
      // Nothing is asked that would tell whose document it is.
      borrowed: "COMPLETE",
      unreadable: "ERROR",
      stop: "CANCELLED",
      processing: "IN_PROGRESS",
    }[outcome];
    return outcome === "stop" ? session.asked.cancel_url : session.asked.callback.url;
  };

  /** RSA-PSS and SHA-256 over the JSON without white space, with the longest salt that fits. */
  const notification: YotiStandIn["notification"] = (sessionId, more = {}) => {
    const session = sessions.get(sessionId);
    const payload = {
      method: session?.method ?? "DOC_SCAN",
      result: session?.status === "COMPLETE",
      age: session?.asked.doc_scan.threshold ?? 18,
      session_key: sessionId,
      reference_id: session?.asked.reference_id ?? "another",
      id: randomUUID(),
      timestamp: Math.floor(now().getTime() / 1000),
      notification_url: session?.asked.notification_url ?? "",
      evidence_id: randomUUID(),
      state: session?.status ?? "COMPLETE",
      check_type: "PASSIVE",
      note: "spaces are left out",
      ...more,
    };
    const signature = sign("sha256", Buffer.from(JSON.stringify(payload).replace(/\s/g, "")), {
      key: privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN,
    }).toString("base64");
    return { body: JSON.stringify({ ...payload, sequence_number: 1, signature }, null, 2), headers: {} };
  };

  /** Whether the service's key signed it, for this address, and for the first time. */
  const isGenuine = (assertion: string): boolean => {
    const [head = "", claims = "", signature = ""] = assertion.split(".");
    const { data } = assertionClaims.safeParse(partOf(claims));
    if (!assertionHead.safeParse(partOf(head)).success || data?.aud !== running.url + TOKEN_PATH)
      return false;
    const nowSeconds = now().getTime() / 1000;
    const isInTime = nowSeconds < data.exp && data.exp <= nowSeconds + ASSERTION_SECONDS.most;
    if (!isInTime || usedIds.has(data.jti)) return false;
    usedIds.add(data.jti);
    const key = { key: servicePrivateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 };
    return verify("sha384", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"));
  };

  const tokenEndpoint: Handler = ({ body }) => {
    const { data } = tokenForm.safeParse(Object.fromEntries(new URLSearchParams(body)));
    if (!data) return { status: 400, body: { error: "invalid_request" } };
    if (!isGenuine(data.client_assertion)) return { status: 401, body: { error: "invalid_client" } };
    const access_token = randomUUID();
    tokens.add(access_token);
    return { status: 200, body: { access_token, token_type: "Bearer", expires_in: TOKEN_SECONDS } };
  };

  const api: Handler = ({ method, url, headers, body }) => {
    const [, bearer = ""] = /^Bearer (.+)$/.exec(headers.authorization ?? "") ?? [];
    const isApiKey = bearer === YOTI_STAND_IN.apiKey && !url.pathname.startsWith("/sandbox/");
    const isKnown = isApiKey || tokens.has(bearer);
    if (!isKnown || headers["yoti-sdk-id"] !== YOTI_STAND_IN.accountId)
      return { status: 401, body: { message: "incorrect API key" } };
    const [, id] = /^(?:\/sandbox)?\/api\/v1\/sessions(?:\/([\w-]+)\/result)?$/.exec(url.pathname) ?? [];
    if (method === "POST" && id === undefined) {
      const given = asked.safeParse(JSON.parse(body));
      if (!given.success) return { status: 400, body: { message: given.error.message } };
      const session: Session = {
        id: randomUUID(),
        status: "PENDING",
        method: "",
        asked: given.data,
        person: null,
      };
      sessions.set(session.id, session);
      const expires = new Date(now().getTime() + given.data.ttl * 1000);
      return { status: 200, body: { id: session.id, status: "PENDING", expires_at: expires.toISOString() } };
    }
    const session = sessions.get(id ?? "");
    return session ? { status: 200, body: shown(session) } : { status: 404, body: { message: "no session" } };
  };

  const page: Handler = (request) => {
    const id = request.url.searchParams.get("sessionId") ?? "";
    const session = sessions.get(id);
    if (!session || !["PENDING", "IN_PROGRESS"].includes(session.status))
      return { page: "This session is over." };
    const chosen = {
      finish: (outcome: Outcome) => finish(id, outcome),
      tell: async (outcome: Outcome) => {
        // Nothing is sent about a person who stops.
        const isTold = running.notifies && outcome !== "stop";
        if (isTold) await deliver(session.asked.notification_url, notification(id));
      },
    };
    return choose(request, "Yoti", chosen, ["borrowed"]);
  };

  const running: YotiStandIn = {
    url: "",
    publicKey: pemOf(publicKey),
    serviceKey: pemOf(servicePrivateKey),
    tokens,
    trouble: null,
    person: null,
    sessions,
    method: "DOC_SCAN",
    notifies: false,
    finish,
    notification,
    stop: async () => {},
  };
  return serveStandIn(options, running, (request) => {
    const { pathname } = request.url;
    if (pathname === TOKEN_PATH) return tokenEndpoint(request);
    return ["/", "/sandbox"].includes(pathname) ? page(request) : api(request);
  });
};
