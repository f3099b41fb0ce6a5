import { createHmac } from "node:crypto";
import { jsonIn } from "@lintel/age";
import type { Mode } from "../../src/core/verification.ts";
import type { Callback, Person } from "./stand-in.ts";

// What Didit says, word for word as its pages have it: docs.didit.me/sessions-api and docs.didit.me/integration/webhooks.

/** Two applications, a live one and a sandbox: each with its key, its workflow and the secret of its destination. */
export const DIDIT_STAND_IN = {
  live: {
    accountId: "2b6f0c52-7f0d-4c1e-9a57-3f1a5e0c8d21",
    apiKey: "didit_stand_in_live_key",
    callbackKey: "stand-in_destination_of_the_live_application",
  },
  test: {
    accountId: "8d3c1a94-5e2b-4f7a-8b60-c4d29e7f1a35",
    apiKey: "didit_stand_in_test_key",
    callbackKey: "stand-in_destination_of_the_sandbox_application",
  },
} as const;

export const ENVIRONMENTS: Readonly<Record<Mode, string>> = { live: "live", test: "sandbox" };

export type Json = Readonly<Record<string, unknown>>;

export type DiditSession = {
  id: string;
  number: number;
  /** What the address of its page names. */
  token: string;
  mode: Mode;
  status: string;
  vendorData: string | null;
  callback: string;
  person: Person | null;
  /** The status of each check; null: it was not made. */
  document: string | null;
  liveness: string | null;
  face: string | null;
};

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

const isMembers = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names sorted, no white space, and no escapes but those that JSON needs. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
};

/**
 * A body with the headers of its signatures. Written here, so that the service's way is checked against it.
 * @param at what `X-Timestamp` says
 */
export const signedByDidit = (body: string, secret: string, at: Date): Callback => {
  const hmac = (text: string): string => createHmac("sha256", secret).update(text).digest("hex");
  const read = jsonIn(body);
  const { timestamp, session_id: id, status, webhook_type: type } = isMembers(read) ? read : {};
  return {
    body,
    headers: {
      "user-agent": "DiditWebhook/2.0 +https://didit.me",
      "x-timestamp": String(secondsOf(at)),
      "x-signature": hmac(body),
      "x-signature-v2": hmac(canonical(read)),
      "x-signature-simple": hmac([timestamp, id, status, type].join(":")),
    },
  };
};

const dayOf = ({ birth: { year, month, day } }: Person): string =>
  [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-");

/** docs.didit.me/sessions-api/retrieve-session; a list is null until its check was made. @param url the server's */
export const decisionOf = (session: DiditSession, url: string, now: Date): Json => {
  const { document, liveness, face, person } = session;
  const { birth, ...outputs } = person ?? { birth: null };
  const picture = (name: string): string => `${url}/media/${session.id}/${name}.jpg`;
  const checks = (status: string | null, nodeId: string, more: Json) =>
    status === null ? null : [{ node_id: nodeId, status, ...more, warnings: [] }];
  return {
    session_id: session.id,
    session_kind: "user",
    session_number: session.number,
    session_url: `${url}/session/${session.token}`,
    status: session.status,
    environment: ENVIRONMENTS[session.mode],
    workflow_id: DIDIT_STAND_IN[session.mode].accountId,
    features: ["ID_VERIFICATION", "LIVENESS", "FACE_MATCH"],
    vendor_data: session.vendorData,
    metadata: null,
    expected_details: null,
    contact_details: null,
    callback: session.callback,
    id_verifications: checks(document, "feature_ocr", {
      verification_method: "document",
      assurance: "documentary",
      document_type: "Identity Card",
      document_number: "CAA000000",
      portrait_image: picture("portrait"),
      front_image: picture("front"),
      date_of_birth: person && dayOf(person),
      age: birth && now.getUTCFullYear() - birth.year,
      expiration_date: "2099-12-31",
      issuing_state: "ESP",
      first_name: "Åsa",
      last_name: "Española",
      ...outputs,
    }),
    liveness_checks: checks(liveness, "feature_liveness", {
      method: "PASSIVE",
      score: 98,
      reference_image: picture("face"),
      age_estimation: 33.25,
    }),
    face_matches: checks(face, "feature_face_match", {
      score: 97.5,
      source_image_session_id: null,
      source_image: picture("face"),
      target_image: picture("portrait"),
    }),
    nfc_verifications: null,
    aml_screenings: null,
    reviews: [],
    created_at: now.toISOString(),
    expires_at: null,
  };
};

/** docs.didit.me/sessions-api/create-session. @param url the server's */
export const madeOf = (
  { id, number, token, status, vendorData, mode, callback }: DiditSession,
  url: string,
): Json => ({
  session_id: id,
  session_number: number,
  session_token: token,
  url: `${url}/session/${token}`,
  vendor_data: vendorData,
  metadata: null,
  status,
  callback,
  workflow_id: DIDIT_STAND_IN[mode].accountId,
  workflow_version: 1,
});
