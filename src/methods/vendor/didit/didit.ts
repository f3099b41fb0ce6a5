import type { VendorAccount } from "#core/identity/vendor.ts";
import { isJsonObject, type JsonObject, jsonIn } from "#core/json.ts";
import type { Mode } from "#core/verification.ts";
import {
  type EnteredKeys,
  type KeyFault,
  reasonOf,
  type Vendor,
  VendorFault,
} from "#methods/vendor/vendor.ts";
import type { Answer, AskHttp } from "#platform/http.ts";
import { answerOf, ENVIRONMENTS, isOurs, isSameId } from "./decision.ts";
import { sessionNamed } from "./news.ts";

/** The address of Didit's API, for both kinds of application; development and tests use a stand-in's. */
const DIDIT = "https://verification.didit.me";

/** Its pages show UUIDs. */
const SESSION_ID = /^[A-Za-z0-9-]{8,64}$/;

/**
 * docs.didit.me/sessions-api/delete-session: with all that was read and photographed; no template of the face
 * is left, whatever the application does otherwise.
 */
const ERASURE = { retain_face_embeddings: false, deletion_instruction: "privacy_erasure" } as const;

/**
 * Didit's keys have no form that its pages promise, and do not name their mode: the try finds out what they
 * are.
 */
const faultOfKeys = (_mode: Mode, { accountId, callbackKey }: EnteredKeys): KeyFault | null => {
  if (accountId === undefined) return { field: "accountId", says: "expected the id of a workflow at Didit" };
  if (!/^[\w.~+/=-]{16,200}$/.test(callbackKey ?? ""))
    return { field: "callbackKey", says: "expected the secret of the webhook's destination at Didit" };
  return null;
};

const REFUSALS = {
  client_refused:
    "Didit refuses this key: compare it with the application's, and see whether it may write sessions",
  request_refused:
    "Didit makes no session: compare the workflow's id, and see whether the workflow is published and the application has credit",
  results_refused: "Didit does not let this key read decisions, so no result would come: give it that right",
  mode_refused:
    "This key is of an application of the other mode: a live vendor takes no sandbox application, and a test vendor takes no other",
  erasure_refused:
    "Didit does not let this key delete sessions and users, so nothing could be erased there: give it both rights",
} as const;

type Made = { sessionId: string; url: string };

/**
 * Didit through its published API, version 3: the tenant's workflow checks a document and compares the
 * person's face with the photo on it; only the birth date is read.
 * @param base a stand-in's address instead of Didit's
 */
export const createDiditVendor = (http: AskHttp, base: string = DIDIT): Vendor => {
  const isPlain = base.startsWith("http:");

  /**
   * @throws VendorFault client_refused: Didit answers 403 for a key that is wrong, and for one that lacks a
   *   right; or whatever the network throws
   */
  const send = async (
    { apiKey }: VendorAccount,
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: object,
  ): Promise<Answer> => {
    const answer = await http(base + path, {
      method,
      headers: { "x-api-key": apiKey.open(), Accept: "application/json", "Content-Type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    if (answer.status === 401 || answer.status === 403) throw new VendorFault("client_refused");
    return answer;
  };

  /** @throws VendorFault */
  const objectIn = ({ isOk, text }: Answer): JsonObject => {
    if (!isOk) throw new VendorFault("request_refused");
    const read = jsonIn(text);
    if (!isJsonObject(read)) throw new VendorFault("answer_invalid");
    return read;
  };

  /**
   * docs.didit.me/sessions-api/create-session. The same `vendor_data` gets the session that is still open, so
   * each person has a reference that no other had: one that was begun already is not this person's.
   * @param reference null: for a try
   */
  const create = async (
    account: VendorAccount,
    { reference, returnUrl }: { reference: string | null; returnUrl: string },
  ): Promise<Made> => {
    const { accountId } = account;
    const asked = { workflow_id: accountId, vendor_data: reference ?? undefined, callback: returnUrl };
    const made = objectIn(await send(account, "POST", "/v3/session/", asked));
    const { session_id: sessionId, url, status, vendor_data: of, workflow_id: workflow } = made;
    const isAsked = (of || null) === reference && isSameId(workflow, accountId) && status === "Not Started";
    if (!isAsked || typeof sessionId !== "string" || !SESSION_ID.test(sessionId))
      throw new VendorFault("answer_invalid");
    const goesThere = typeof url === "string" && (isPlain || url.startsWith("https:"));
    if (!goesThere) throw new VendorFault("answer_invalid");
    return { sessionId, url };
  };

  /** docs.didit.me/sessions-api/retrieve-session. @throws VendorFault */
  const decisionOf = async (account: VendorAccount, sessionId: string): Promise<JsonObject> =>
    objectIn(await send(account, "GET", `/v3/session/${encodeURIComponent(sessionId)}/decision/`));

  /**
   * The session, and the user that Didit keeps for its `vendor_data`: deleting the one leaves the other
   * (docs.didit.me/management-api/users/delete).
   * @throws VendorFault
   */
  const erase = async (account: VendorAccount, sessionId: string, reference: string): Promise<void> => {
    const path = `/v3/session/${encodeURIComponent(sessionId)}/delete/`;
    const gone = await send(account, "DELETE", path, ERASURE);
    // A repeat is answered 404, in JSON; a page would say that this is not the address.
    const isGone = gone.isOk || (gone.status === 404 && gone.type === "application/json");
    if (!isGone) throw new VendorFault("request_refused");
    const users = await send(account, "POST", "/v3/users/delete/", { vendor_data_list: [reference] });
    if (!users.isOk) throw new VendorFault("request_refused");
  };

  const faultOfMode = async (account: VendorAccount, sessionId: string): Promise<string | null> => {
    const { environment } = await decisionOf(account, sessionId);
    return environment === ENVIRONMENTS[account.mode] ? null : "mode_refused";
  };

  const asKeyLacks =
    (right: string) =>
    (error: unknown): string => {
      const reason = reasonOf(error);
      return reason === "client_refused" ? right : reason;
    };

  return {
    kind: "didit",
    address: base,
    faultOfKeys,
    refusals: REFUSALS,
    tryAccount: async (account, returnUrl) => {
      try {
        // Didit bills what a person does in a session; this one is deleted before that.
        const { sessionId } = await create(account, { reference: null, returnUrl });
        const unread = await faultOfMode(account, sessionId).catch(asKeyLacks("results_refused"));
        const kept = await erase(account, sessionId, account.id).then(
          () => null,
          asKeyLacks("erasure_refused"),
        );
        return unread ?? kept;
      } catch (error) {
        return reasonOf(error);
      }
    },
    start: (account, { reference, returnUrl }) => create(account, { reference, returnUrl }),
    fetch: async (account, session, now) => {
      const decision = await decisionOf(account, session.sessionId);
      if (!isOurs(account, session, decision)) throw new VendorFault("answer_invalid");
      return answerOf(decision, now);
    },
    sessionOf: async (account, callback, now) => {
      const secret = account.callbackKey.open();
      if (secret === null) throw new VendorFault("callback_signature");
      return sessionNamed(callback, { secret, mode: account.mode, now });
    },
    redact: async (account, sessionId, reference) => {
      await erase(account, sessionId, reference);
      return true;
    },
  };
};
