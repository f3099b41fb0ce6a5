import { hostedAnswer, polledState, hostedState as stateAnswer } from "#contracts/public/hosted.ts";
import { ServiceError } from "#core/errors.ts";
import { isFinal, type VerificationStatus } from "#core/verification.ts";
import { pollEvidence } from "#services/check/evidence-key.ts";
import type { At, Ctx } from "#services/context.ts";
import { dataCopy } from "#services/erasure/kept-data.ts";
import { askForErasure } from "#services/erasure/requests.ts";
import { appealDecision } from "#services/hosted/appeal.ts";
import { acceptHandoff, startHandoff, takeBack } from "#services/hosted/handoff.ts";
import { returnToTenant } from "#services/hosted/return.ts";
import { askForOthers, cancelVerification, submitEvidence } from "#services/hosted/submit.ts";
import { readForm } from "./body.ts";
import { echoedKey, evidenceAskedFor, evidenceKeyIn } from "./evidence-key.ts";
import {
  asJson,
  backToData,
  backToPage,
  type Call,
  clientNetwork,
  type PageHandler,
  respond,
  respondToPerson,
  seeOther,
  wantsJson,
  wireValue,
} from "./respond.ts";
import { readSubmission } from "./upload.ts";

// The end user's actions on the hosted page. Each is a form that works without scripts; a script that accepts
// JSON gets JSON instead of the page. Real paths contain a secret or a code, so the log gets the route
// instead.

type Params = Record<string, string>;

const PAGE_HEADERS = { "Referrer-Policy": "no-referrer" } as const;
const MAX_FORM_BYTES = 1024;

type Acted = { verificationId: string; status: VerificationStatus; problem: { code: string } | null };

/** Leads back to the page after an error, which the page shows. */
const backWithProblem =
  (secret: string, here: Params = {}) =>
  ({ code }: ServiceError, { headers }: Call): Response =>
    backToPage(secret, headers, { ...here, problem: code });

/** Leads back to the page after an error, or answers JSON if a script sent the form. */
const jsonOrBack =
  (secret: string, here?: Params) =>
  (error: ServiceError, call: Call): Response =>
    wantsJson(call.request) ? asJson(error, call) : backWithProblem(secret, here)(error, call);

type Action<Result> = {
  secret: string;
  /** The method to return to while the verification is open; null: the first screen. */
  method: string | null;
  path: string;
  event: string;
  act: (ctx: Ctx) => Promise<Result>;
  /** The answer for a script. */
  toJson: (result: Result) => unknown;
};

const hostedAction = <Result extends Acted>(
  at: At,
  request: Request,
  { secret, method, path, event, act, toJson }: Action<Result>,
): Promise<Response> => {
  const here: Params = method === null ? {} : { method };
  const frame = { event, path, headers: echoedKey(request), onError: jsonOrBack(secret, here) };
  return respondToPerson(at, request, frame, async ({ ctx, headers, note }) => {
    const acted = await ctx.deps.telemetry.part("use_case", event, () => act(ctx));
    note({ verificationId: acted.verificationId, code: acted.problem?.code ?? null });
    return wantsJson(request)
      ? Response.json(toJson(acted), { headers })
      : backToPage(secret, headers, isFinal(acted.status) ? {} : here);
  });
};

/** The end user submits evidence: an image, or a form with one field. */
export const hostedEvidence: PageHandler = (at, request, { secret = "", method = "" }) =>
  hostedAction(at, request, {
    secret,
    method,
    path: "/v/[secret]/[method]",
    event: "hosted.evidence",
    act: async (ctx) =>
      submitEvidence(
        ctx,
        { secret, method, key: evidenceKeyIn(request) },
        ({ maxBodyBytes }, verificationId) => readSubmission(request, maxBodyBytes, verificationId),
      ),
    toJson: (state) => stateAnswer.parse(state),
  });

/** The end user cancels, having confirmed it. */
export const hostedCancel: PageHandler = (at, request, { secret = "" }) =>
  hostedAction(at, request, {
    secret,
    method: null,
    path: "/v/[secret]/cancel",
    event: "hosted.cancel",
    act: (ctx) => cancelVerification(ctx, secret),
    toJson: (view) => hostedAnswer.parse(wireValue(view)),
  });

/** The end user cannot use any of the methods shown: the page shows the remaining ones. */
export const hostedOthers: PageHandler = (at, request, { secret = "" }) =>
  hostedAction(at, request, {
    secret,
    method: null,
    path: "/v/[secret]/others",
    event: "hosted.others",
    act: (ctx) => askForOthers(ctx, secret),
    toJson: (view) => hostedAnswer.parse(wireValue(view)),
  });

const toPage = (secret: string, query: Params): Response =>
  backToPage(secret, new Headers({ "Cache-Control": "no-store", ...PAGE_HEADERS }), query);

/** A GET of a form's address, from the address bar or the back button, shows the form's page. */
export const hostedFormPage: PageHandler = async (_at, _request, { secret = "", method = "" }) =>
  toPage(secret, { method });

/** A GET of the cancelling address asks whether to cancel. */
export const hostedCancelPage: PageHandler = async (_at, _request, { secret = "" }) =>
  toPage(secret, { cancel: "1" });

/** A GET of the addresses of buttons (other methods, appeal) shows the page itself. */
export const hostedFirstPage: PageHandler = async (_at, _request, { secret = "" }) => toPage(secret, {});

/** The state of the verification for an open page. Not logged: every page polls every few seconds. */
export const hostedState: PageHandler = (at, request, { secret = "" }) => {
  const frame = { event: null, headers: echoedKey(request), actor: { kind: "end_user" } } as const;
  return respond(at, request, frame, async ({ ctx, headers }) => {
    const state = await pollEvidence(ctx, secret, evidenceAskedFor(request));
    if (!state) throw new ServiceError("VERIFICATION_NOT_FOUND");
    return Response.json(polledState.parse(state), { headers });
  });
};

/**
 * The end user goes back to the tenant. A GET, because the page's redirect can send nothing else without
 * scripts.
 */
export const hostedReturn: PageHandler = (at, request, { secret = "" }) =>
  respondToPerson(
    at,
    request,
    { event: "hosted.return", path: "/v/[secret]/return", onError: backWithProblem(secret) },
    async ({ ctx, headers, note }) => {
      const { url, ...returned } = await returnToTenant(ctx, secret);
      note(returned);
      return url === null ? backToPage(secret, headers) : seeOther(url, headers);
    },
  );

/** The end user appeals a rejection and goes to the appeal's page. */
export const hostedAppeal: PageHandler = (at, request, { secret = "" }) =>
  respondToPerson(
    at,
    request,
    { event: "hosted.appeal", path: "/v/[secret]/appeal", onError: jsonOrBack(secret) },
    async ({ ctx, headers, note }) => {
      const { secret: appealSecret, ...appealed } = await ctx.deps.telemetry.part(
        "use_case",
        "hosted.appeal",
        () => appealDecision(ctx, secret),
      );
      note(appealed);
      return backToPage(appealSecret, headers);
    },
  );

/** What is kept about the check, as a file. */
export const hostedDataCopy: PageHandler = (at, request, { secret = "" }) =>
  respondToPerson(
    at,
    request,
    {
      event: "hosted.data_copy",
      path: "/v/[secret]/data/copy",
      headers: { "Content-Disposition": 'attachment; filename="age-check.json"' },
    },
    async ({ ctx, headers, note }) => {
      const kept = await dataCopy(ctx, secret);
      note({ verificationId: kept.verificationId });
      headers.set("Content-Type", "application/json");
      return new Response(`${JSON.stringify(kept, null, 2)}\n`, { headers });
    },
  );

/**
 * The end user asks to be erased. Success and failure both lead back to the page, which shows the outcome.
 */
export const hostedErasure: PageHandler = (at, request, { secret = "" }) =>
  respondToPerson(
    at,
    request,
    {
      event: "hosted.erasure",
      path: "/v/[secret]/data/erasure",
      onError: ({ code }, { headers }) => backToData(secret, headers, { problem: code }),
    },
    async ({ ctx, headers, note }) => {
      note(await ctx.deps.telemetry.part("use_case", "hosted.erasure", () => askForErasure(ctx, secret)));
      return backToData(secret, headers);
    },
  );

/** A GET of the form's address shows its page. */
export const hostedDataPage: PageHandler = async (_at, _request, { secret = "" }) =>
  backToData(secret, new Headers({ "Cache-Control": "no-store", ...PAGE_HEADERS }));

const INTENTS: ReadonlyMap<string | null, (ctx: Ctx, secret: string) => Promise<void>> = new Map([
  ["start", startHandoff],
  ["take_back", takeBack],
]);

/** The first device shows a code or takes the check back. */
export const hostedHandoff: PageHandler = (at, request, { secret = "" }) =>
  respondToPerson(
    at,
    request,
    { event: "hosted.handoff", path: "/v/[secret]/handoff", onError: backWithProblem(secret) },
    async ({ ctx, headers }) => {
      const act = INTENTS.get((await readForm(request, MAX_FORM_BYTES)).get("intent"));
      if (!act) throw new ServiceError("INVALID_REQUEST_BODY");
      await act(ctx, secret);
      return backToPage(secret, headers);
    },
  );

/** A phone takes over the check and goes to its own page; an invalid code leads back to the code's page, which says so. */
export const handoffAccept: PageHandler = (at, request, { code = "" }) => {
  const codePage = `/c/${encodeURIComponent(code)}`;
  return respondToPerson(
    at,
    request,
    {
      event: "hosted.handoff_accept",
      path: "/c/[code]/open",
      onError: (_error, { headers }) => seeOther(codePage, headers),
    },
    async ({ ctx, headers, note }) => {
      const taken = await acceptHandoff(ctx, code, clientNetwork(request));
      if (!taken) return seeOther(codePage, headers);
      const { secret, tenantId, verificationId } = taken;
      note({ tenantId, verificationId });
      return seeOther(`/v/${secret}`, headers);
    },
  );
};
