import type { IncomingMessage, ServerResponse } from "node:http";
import { errors, type Interaction, type InteractionResults, type Provider } from "oidc-provider";
import { ServiceError } from "#core/errors.ts";
import { NO_ANSWER, type Refusal, thresholdsAsked } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { type Answer, framed, type Incoming, type Note, plainHeaders, requestIdOf } from "#http/respond.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { keepArtifact } from "#services/oidc/artifacts.ts";
import { beginCheck, type CheckAnswer, type RunningCheck, readCheck } from "#services/oidc/checks.ts";
import { findRelyingParty, type RelyingParty } from "#services/oidc/clients.ts";
import { ACCOUNTS } from "./adapter.ts";
import { askedIn, issuerOf } from "./provider.ts";

// The one address between an authorization request and its answer: it sends the browser to the hosted page, and the
// page sends it back here.

const SUB_BYTES = 20;

const BUSY: readonly string[] = [
  "QUOTA_EXCEEDED",
  "HARD_LIMIT_EXCEEDED",
  "RATE_LIMIT_EXCEEDED",
  "CACHE_ERROR",
  "DATABASE_ERROR",
];

const refusalOf = (error: ServiceError): Refusal => {
  if (BUSY.includes(error.code)) return NO_ANSWER.busy;
  if (error.code === "INVALID_REQUEST_BODY") return { error: "invalid_request", description: error.message };
  return NO_ANSWER.broken;
};

const resultOf = ({ error, description }: Refusal): InteractionResults => ({
  error,
  error_description: description,
});

/** The check that this authorization has started; it is kept, sealed, with the rest of the request. */
const runningIn = ({ lastSubmission }: Interaction): RunningCheck | null => {
  const { check } = lastSubmission ?? {};
  if (typeof check !== "object" || check === null) return null;
  if (!("tenantId" in check && "verificationId" in check && "url" in check)) return null;
  const { tenantId, verificationId, url } = check;
  return { tenantId: String(tenantId), verificationId: String(verificationId), url: String(url) };
};

type Here = {
  ctx: Ctx;
  mode: Mode;
  provider: Provider;
  request: IncomingMessage;
  response: ServerResponse;
  note: Note;
};

const begin = async (
  { ctx, mode, note }: Here,
  interaction: Interaction,
  client: RelyingParty,
): Promise<RunningCheck> => {
  const { scope, claims, acrValues: _read, ...more } = askedIn(interaction.params);
  const thresholds = thresholdsAsked({ scope, claims }, client.thresholds);
  if (!Array.isArray(thresholds)) throw new ServiceError("INVALID_REQUEST_BODY", thresholds.description);
  const returnTo = `${issuerOf(ctx.deps, mode)}/interaction/${interaction.uid}`;
  note({ tenantId: client.tenantId });
  const check = await beginCheck(ctx, { ...more, tenantId: client.tenantId, mode, thresholds }, returnTo);
  interaction.lastSubmission = { check };
  await interaction.persist();
  return check;
};

/** The result of an ended check; nobody can tell two of one person's authorizations by their `sub`. */
const resultFor = async ({ ctx, mode }: Here, answer: CheckAnswer): Promise<InteractionResults> => {
  if (answer.kind === "refusal") return resultOf(answer);
  const { deps } = ctx;
  const sub = Buffer.from(deps.random(SUB_BYTES)).toString("base64url");
  await keepArtifact(deps, { mode, kind: ACCOUNTS.kind }, sub, answer.claims, ACCOUNTS.seconds);
  const ts = Math.floor(answer.at.getTime() / 1000);
  const acr = answer.acr === null ? {} : { acr: answer.acr };
  return { login: { accountId: sub, ts, remember: false, ...acr }, consent: {}, select_account: {} };
};

/** Where the browser goes from here: to the page of the check while it is open, then on to the answer. */
const nextOf = async (here: Here): Promise<string> => {
  const { ctx, mode, provider, request, response, note } = here;
  const interaction = await provider.interactionDetails(request, response);
  const finish = (result: InteractionResults): Promise<string> =>
    provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
  const client = await findRelyingParty(ctx.deps, mode, String(interaction.params.client_id));
  // Deleted meanwhile: the provider refuses it when the browser comes back.
  if (!client) return finish(resultOf(NO_ANSWER.failed));
  try {
    const running = runningIn(interaction);
    if (!running) return (await begin(here, interaction, client)).url;
    note({ tenantId: running.tenantId, verificationId: running.verificationId });
    const { acrValues } = askedIn(interaction.params);
    const answer = await readCheck(ctx.deps, running, { mode, acrValues, underAge: client.underAge });
    return answer ? finish(await resultFor(here, answer)) : running.url;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    note({ code: error.code });
    return finish(resultOf(refusalOf(error)));
  }
};

const LOST = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This age check is over</title><main><h1>This age check is over</h1>
<p>It has expired, or it was started in another browser. Go back to the site and start again.</p></main></html>`;

const seeOther = (location: string, headers: Answer["headers"]): Answer => ({
  status: 303,
  headers: { ...headers, location },
  body: "",
});

/** Answers `/oidc/interaction/<uid>`. The address has the authorization's id in it, so the log gets the route. */
export const answerInteraction = (
  deps: Deps,
  incoming: Incoming,
  here: Pick<Here, "mode" | "provider" | "request" | "response">,
): Promise<Answer> => {
  const requestId = requestIdOf(deps, incoming);
  const headers = { ...plainHeaders(requestId), "referrer-policy": "no-referrer" };
  const ctx: Ctx = { deps, actor: { kind: "end_user" }, requestId };
  const lost: Answer = {
    status: 400,
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    body: LOST,
  };
  const path = `${new URL(issuerOf(deps, here.mode)).pathname}/interaction/[uid]`;
  return framed(
    deps,
    incoming,
    requestId,
    { event: "oidc.check", path },
    async (note) => {
      try {
        return seeOther(await nextOf({ ...here, ctx, note }), headers);
      } catch (error) {
        if (error instanceof errors.SessionNotFound) return lost;
        throw error;
      }
    },
    () => ({ ...lost, status: 500 }),
  );
};
