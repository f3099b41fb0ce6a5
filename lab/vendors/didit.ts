import { randomBytes, randomUUID } from "node:crypto";
import { jsonIn } from "@lintel/age";
import { z } from "zod";
import type { LocalOptions } from "../../scripts/local/serve.ts";
import type { Mode } from "../../src/core/verification.ts";
import {
  canonical,
  DIDIT_STAND_IN,
  type DiditSession,
  decisionOf,
  ENVIRONMENTS,
  type Json,
  madeOf,
  secondsOf,
  signedByDidit,
} from "./didit-answers.ts";
import {
  type Callback,
  choose,
  deliver,
  type Handler,
  type Outcome,
  personOf,
  type StandIn,
  serveStandIn,
} from "./stand-in.ts";

/** What a key may have no right to: Didit names a privilege for each. */
type Right = "read decisions" | "delete sessions" | "delete users";

export type DiditStandIn = StandIn & {
  sessions: Map<string, DiditSession>;
  /** The users that it keeps, by their `vendor_data`. */
  users: Set<string>;
  /** What its keys lack. */
  lacking: readonly Right[];
  /** What a decision is answered as, for tests; null: as it is. */
  alter: ((decision: Json) => unknown) | null;
  /** What the answer about a new session says instead, for tests; null: as it is. */
  alterMade: ((made: Json) => unknown) | null;
  /** Addresses of destinations, as in its console: events about sessions go to all of them. */
  endpoints: string[];
  /** A session by its id, or by what the address of its page names. */
  sessionOf(handle: string): DiditSession | undefined;
  /**
   * An event about a session, signed as Didit does.
   * @param more.sentAt what `X-Timestamp` says, if not the same as the body
   */
  event(handle: string, more?: { secret?: string; at?: Date; sentAt?: Date; change?: Json }): Callback;
};

/** The person has not finished: docs.didit.me/sessions-api/create-session. */
const UNFINISHED = ["Not Started", "In Progress", "Resubmitted", "Awaiting User"];

type Found = Pick<DiditSession, "status" | "document" | "liveness" | "face">;

const ALL_WELL: Found = { status: "Approved", document: "Approved", liveness: "Approved", face: "Approved" };

const FOUND: Readonly<Record<Outcome, Found>> = {
  adult: ALL_WELL,
  // The workflow has no minimum age: the service decides.
  minor: ALL_WELL,
  borrowed: { ...ALL_WELL, status: "Declined", face: "Declined" },
  unreadable: { status: "Declined", document: "Declined", liveness: null, face: null },
  processing: { ...ALL_WELL, status: "In Review", face: "In Review" },
  stop: { status: "Abandoned", document: null, liveness: null, face: null },
};

const asked = z.strictObject({
  workflow_id: z.uuid(),
  vendor_data: z.string().min(1).optional(),
  callback: z.url(),
});

const erasure = z.strictObject({
  retain_face_embeddings: z.boolean().optional(),
  deletion_instruction: z.enum(["operational_session_delete", "privacy_erasure"]).optional(),
});

const people = z.strictObject({ vendor_data_list: z.array(z.string().min(1)) });

const refusal = (status: number, detail: string) => ({ status, body: { detail } });

// A key that is unknown and one that lacks a right are both a 403 (docs.didit.me/api-reference/overview).
const UNKNOWN_KEY = refusal(403, "Authentication credentials were not provided or are invalid.");
const FORBIDDEN = refusal(403, "You do not have permission to perform this action.");
const NOT_FOUND = refusal(404, "Not found.");

/** A server that speaks version 3 of Didit's published interface: docs.didit.me/sessions-api. */
export const startDiditStandIn = async (options: LocalOptions): Promise<DiditStandIn> => {
  const { now = () => new Date() } = options;
  const sessions = new Map<string, DiditSession>();
  const users = new Set<string>();
  let number = 1_000;

  const sessionOf: DiditStandIn["sessionOf"] = (handle) =>
    sessions.get(handle) ?? [...sessions.values()].find(({ token }) => token === handle);

  const shown = (session: DiditSession): Json => decisionOf(session, running.url, now());

  const finish: StandIn["finish"] = (handle, outcome) => {
    const session = sessionOf(handle);
    if (!session) throw new Error("no such session");
    Object.assign(session, FOUND[outcome], { person: running.person ?? personOf(outcome, now()) });
    const back = new URL(session.callback);
    back.searchParams.set("verificationSessionId", session.id);
    back.searchParams.set("status", session.status);
    return back.href;
  };

  const event: DiditStandIn["event"] = (handle, { secret, at = now(), sentAt = at, change = {} } = {}) => {
    const session = sessionOf(handle);
    const mode = session?.mode ?? "live";
    const payload = {
      event_id: randomUUID(),
      webhook_type: "status.updated",
      timestamp: secondsOf(at),
      created_at: secondsOf(at),
      application_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
      environment: ENVIRONMENTS[mode],
      session_id: session?.id ?? handle,
      session_kind: "user",
      status: session?.status ?? "Approved",
      workflow_id: DIDIT_STAND_IN[mode].accountId,
      vendor_data: session?.vendorData ?? null,
      metadata: null,
      ...(session && !UNFINISHED.includes(session.status) && { decision: shown(session) }),
      ...change,
    };
    return signedByDidit(canonical(payload), secret ?? DIDIT_STAND_IN[mode].callbackKey, sentAt);
  };

  const newSession = (mode: Mode, vendorData: string | null, callback: string): DiditSession => {
    number += 1;
    return {
      id: randomUUID(),
      number,
      token: randomBytes(9).toString("base64url"),
      mode,
      status: "Not Started",
      vendorData,
      callback,
      person: null,
      document: null,
      liveness: null,
      face: null,
    };
  };

  const create = (mode: Mode, body: string) => {
    const { data } = asked.safeParse(jsonIn(body));
    if (!data) return refusal(400, "Invalid body.");
    if (data.workflow_id !== DIDIT_STAND_IN[mode].accountId) return refusal(400, "Workflow not found.");
    const { vendor_data: vendorData = null, callback } = data;
    const open = [...sessions.values()].find(
      (one) => vendorData !== null && one.vendorData === vendorData && UNFINISHED.includes(one.status),
    );
    const session = open ?? newSession(mode, vendorData, callback);
    session.callback = callback;
    sessions.set(session.id, session);
    if (vendorData !== null) users.add(vendorData);
    const made = madeOf(session, running.url);
    return { status: 201, body: running.alterMade ? running.alterMade(made) : made };
  };

  const remove = (session: DiditSession, body: string) => {
    if (running.lacking.includes("delete sessions")) return FORBIDDEN;
    if (!erasure.safeParse(jsonIn(body)).success) return refusal(400, "Invalid body.");
    sessions.delete(session.id);
    return {
      status: 200,
      body: {
        session_id: session.id,
        session_number: session.number,
        face_retention_outcome: session.face === null ? "none" : "deleted",
        biometric_template_uuid: null,
        biometric_template_expires_at: null,
        deleted_child_verifications: 0,
      },
    };
  };

  const removeUsers = (body: string) => {
    if (running.lacking.includes("delete users")) return FORBIDDEN;
    const { data } = people.safeParse(jsonIn(body));
    if (!data) return refusal(400, "Invalid body.");
    const deleted = data.vendor_data_list.filter((one) => users.delete(one)).length;
    return { status: 200, body: { deleted } };
  };

  const api: Handler = ({ method, url: { pathname }, headers, body }) => {
    const isKeyOf = (mode: Mode): boolean => DIDIT_STAND_IN[mode].apiKey === headers["x-api-key"];
    const mode = (["live", "test"] as const).find(isKeyOf);
    if (mode === undefined) return UNKNOWN_KEY;
    if (method === "POST" && pathname === "/v3/session/") return create(mode, body);
    if (method === "POST" && pathname === "/v3/users/delete/") return removeUsers(body);
    const [, id = "", action] = /^\/v3\/session\/([0-9a-f-]+)\/(decision|delete)\/$/.exec(pathname) ?? [];
    const session = sessions.get(id);
    if (session?.mode !== mode) return NOT_FOUND;
    if (method === "DELETE" && action === "delete") return remove(session, body);
    if (method !== "GET" || action !== "decision") return NOT_FOUND;
    if (running.lacking.includes("read decisions")) return FORBIDDEN;
    return { status: 200, body: running.alter ? running.alter(shown(session)) : shown(session) };
  };

  const page: Handler = (request) => {
    const token = request.url.pathname.split("/")[2] ?? "";
    const session = sessionOf(token);
    if (!session || !UNFINISHED.includes(session.status)) return { page: "This session is over." };
    return choose(request, "Didit", {
      finish: (outcome) => finish(token, outcome),
      tell: async (outcome) => {
        // Didit reports what was left undone once its time is over.
        if (outcome === "stop") return;
        for (const endpoint of running.endpoints) await deliver(endpoint, event(token));
      },
    });
  };

  const running: DiditStandIn = {
    url: "",
    trouble: null,
    person: null,
    sessions,
    users,
    lacking: [],
    alter: null,
    alterMade: null,
    endpoints: [],
    sessionOf,
    finish,
    event,
    stop: async () => {},
  };
  return serveStandIn(options, running, (request) =>
    request.url.pathname.startsWith("/session/") ? page(request) : api(request),
  );
};
