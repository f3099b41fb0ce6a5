import { errors, type Interaction, type InteractionResults, type KoaContextWithOIDC } from "oidc-provider";
import { epochSeconds } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { NO_ANSWER, type Refusal, thresholdsAsked } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { beginCheck, type CheckAnswer, type RunningCheck, readCheck } from "#services/oidc/checks.ts";
import { findRelyingParty, type RelyingParty } from "#services/oidc/clients.ts";
import { callNow } from "./calls.ts";
import { isPressed, startPage } from "./start-page.ts";

// Between an authorization request and its answer, the browser is on the hosted page: how it gets there, and what it
// brings back.

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What an authorization request asks for, from its parameters. */
export const askedIn = (params: { readonly [name: string]: unknown }) => ({
  scope: textOf(params.scope),
  claims: textOf(params.claims),
  acrValues: textOf(params.acr_values),
  uiLocales: textOf(params.ui_locales),
  country: textOf(params.country),
  region: textOf(params.region),
});

const SUB_BYTES = 20;

const BUSY: readonly string[] = [
  "QUOTA_EXCEEDED",
  "HARD_LIMIT_EXCEEDED",
  "RATE_LIMIT_EXCEEDED",
  "CACHE_ERROR",
  "DATABASE_ERROR",
];

const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof ServiceError)) throw error;
  callNow().refusal = error.code;
  if (BUSY.includes(error.code)) return NO_ANSWER.busy;
  if (error.code === "INVALID_REQUEST_BODY") return { error: "invalid_request", description: error.message };
  return NO_ANSWER.broken;
};

/** The check that this authorization has started, kept sealed with the rest of the request. */
const runningIn = ({ lastSubmission }: Interaction): RunningCheck | null => {
  const { check } = lastSubmission ?? {};
  if (typeof check !== "object" || check === null) return null;
  if (!("tenantId" in check && "verificationId" in check && "url" in check)) return null;
  const { tenantId, verificationId, url } = check;
  return { tenantId: String(tenantId), verificationId: String(verificationId), url: String(url) };
};

/** The ages that a request asks for, which was found valid when it came. */
const agesIn = ({ params }: Interaction, client: RelyingParty): number[] => {
  const { scope, claims } = askedIn(params);
  const ages = thresholdsAsked({ scope, claims }, client.thresholds);
  if (!Array.isArray(ages)) throw new ServiceError("INVALID_REQUEST_BODY", ages.description);
  return ages;
};

const startCheck = (
  deps: Deps,
  mode: Mode,
  interaction: Interaction,
  client: RelyingParty,
): Promise<RunningCheck> => {
  const { uiLocales, country, region } = askedIn(interaction.params);
  const thresholds = agesIn(interaction, client);
  const { requestId, network } = callNow();
  const ctx: Ctx = { deps, site: null, actor: { kind: "end_user" }, requestId };
  const { tenant, clientId } = client;
  return beginCheck(
    ctx,
    { tenant, clientId, network, mode, thresholds, uiLocales, country, region },
    interaction.returnTo,
  );
};

/**
 * Starts the check of an authorization request, or shows the page whose button starts it: then nothing is kept.
 * @returns the address of its hosted page; if the call has a `page`, that is shown instead
 * @throws errors.CustomOIDCProviderError: it cannot start; the site gets the reason
 */
export const beginInteraction = async (
  deps: Deps,
  mode: Mode,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): Promise<string> => {
  const client = await findRelyingParty(deps, mode, String(interaction.params.client_id));
  // Deleted a moment ago.
  if (!client) throw new errors.InvalidClient("client is invalid", "client not found");
  try {
    if (!isPressed(ctx, new URL(deps.settings.publicUrl).origin)) {
      const { params } = interaction;
      callNow().page = startPage(ctx, { params, site: client, ages: agesIn(interaction, client) });
      await interaction.destroy();
      return interaction.returnTo;
    }
    const check = await startCheck(deps, mode, interaction, client);
    callNow().note({ verificationId: check.verificationId });
    interaction.lastSubmission = { check };
    await interaction.persist();
    return check.url;
  } catch (error) {
    await interaction.destroy();
    const { error: code, description } = refusalOf(error);
    throw new errors.CustomOIDCProviderError(code, description);
  }
};

/** The result of an ended check; a `sub` never links two authorizations of one person. */
const resultOf = ({ random }: Deps, answer: CheckAnswer): InteractionResults => {
  if (answer.kind === "refusal") return { error: answer.error, error_description: answer.description };
  const accountId = Buffer.from(random(SUB_BYTES)).toString("base64url");
  const ts = epochSeconds(answer.at);
  const acr = answer.acr === null ? {} : { acr: answer.acr };
  const login = { accountId, ts, remember: false, ...acr };
  return { login, consent: {}, select_account: {}, answer: answer.claims };
};

/** @returns null while the check is open */
const answerOf = async (
  deps: Deps,
  mode: Mode,
  { params }: Interaction,
  running: RunningCheck,
): Promise<CheckAnswer | null> => {
  try {
    const client = await findRelyingParty(deps, mode, String(params.client_id));
    const { acrValues } = askedIn(params);
    // The provider refuses the answer if the client was deleted in the meantime.
    const underAge = client?.underAge ?? "deny";
    return await readCheck(deps, running, { mode, acrValues, underAge });
  } catch (error) {
    return { kind: "refusal", ...refusalOf(error) };
  }
};

/**
 * Adds the check's result to an interaction whose browser is back.
 * @returns the address of the hosted page while the check is open, otherwise null: the provider answers the
 *   site
 */
export const endInteraction = async (
  deps: Deps,
  mode: Mode,
  interaction: Interaction,
): Promise<string | null> => {
  const running = runningIn(interaction);
  if (!running) throw new TypeError("an interaction without a check");
  callNow().note({ tenantId: running.tenantId, verificationId: running.verificationId });
  const answer = await answerOf(deps, mode, interaction, running);
  if (!answer) return running.url;
  interaction.result = resultOf(deps, answer);
  await interaction.persist();
  return null;
};
