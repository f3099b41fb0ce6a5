import { endWithin } from "#core/day.ts";
import { required, ServiceError } from "#core/errors.ts";
import { presetOf } from "#core/identity/presets.ts";
import { CLIENT_AUTHS, callbackOf, methodOfSlug, type ProviderClient } from "#core/identity/provider.ts";
import { Sealed } from "#core/sealed.ts";
import {
  findActiveProvider,
  findProvider,
  findRequest,
  findRequestOfState,
  insertRequest,
  noteHosts,
  type ProviderRow,
  takeRequest,
} from "#data/tenants/identity-providers.ts";
import { askPerson, type Finding, type Method, type MethodContext } from "#methods/method.ts";
import { methodNamed } from "#methods/registry.ts";
import { hashesOf } from "#platform/secrets.ts";
import { actingPage, isKeptBack, markOpened, type PageCtx, requireOpenPage } from "#services/check/page.ts";
import { cookieAtSite, newBrowserCookie, newCode, pageOfCookie } from "#services/check/page-secret.ts";
import { recordAnswer } from "#services/check/record-answer.ts";
import { takeMethod } from "#services/check/visitors-check.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { noteOf } from "#services/hosts/site.ts";
import { requireWithin } from "#services/limits.ts";
import { hashOf, openSealed, sealedFor } from "#services/sealing.ts";

// An end user goes to an identity provider of the tenant and comes back with its answer.

/** Long enough to sign in there, even with a password to look up. */
const LIFETIME_MS = 10 * 60_000;
/** Stops a page that asks again and again; honest use stays far below. */
const STARTS_PER_PAGE = { limit: 20, windowSeconds: 600 } as const;

/** @returns null: made by a newer version, or sealed with a key that is gone */
const clientOf = (
  { secrets }: Pick<Deps, "secrets">,
  { id, issuer, clientId, minAcr, credentialSealed, ...row }: ProviderRow,
): ProviderClient | null => {
  const credential = openSealed(secrets, credentialSealed, sealedFor("providerCredential", id));
  const auth = CLIENT_AUTHS.find((known) => known === row.clientAuth);
  const preset = presetOf(row.preset);
  if (credential === null || !auth || !preset) return null;
  const callback = callbackOf({ id, ...row });
  return { issuer, clientId, minAcr, auth, callback, preset: row.preset, credential: new Sealed(credential) };
};

/** The method that all providers share, and this provider as its context. */
const askingOf = (
  { deps, page: { verification } }: PageCtx,
  row: ProviderRow,
): { method: Method; context: MethodContext } | null => {
  const provider = clientOf(deps, row);
  const method = methodNamed(deps.methods, methodOfSlug(row.slug));
  const { minimumAge, thresholds, mode } = verification;
  return provider && method
    ? { method, context: { now: deps.now(), minimumAge, thresholds, mode, provider } }
    : null;
};

const unavailable = (): ServiceError => new ServiceError("IDENTITY_PROVIDER_UNAVAILABLE");

/**
 * The end user chooses a provider: what its answer is checked against is stored, sealed, and the browser gets a cookie that
 * no other browser has.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED,
 *   IDENTITY_PROVIDER_UNAVAILABLE: it does not answer; no attempt is used up
 */
export const goToProvider = async (ctx: Ctx, { secret, slug }: { secret: string; slug: string }) => {
  const { deps } = ctx;
  const asking = await requireOpenPage(ctx, secret);
  const { verification } = asking.page;
  const { id: verificationId, tenantId, mode } = verification;
  await takeMethod(asking, methodOfSlug(slug));
  const row = required(await findActiveProvider(deps.db.orm, tenantId, { slug, mode }), "METHOD_UNAVAILABLE");
  await requireWithin(
    deps,
    { key: `identity-start:${verificationId}`, ...STARTS_PER_PAGE },
    () => "This page has asked identity providers too many times. Wait a few minutes and try again.",
  );
  const asked = required(askingOf(asking, row), "IDENTITY_PROVIDER_UNAVAILABLE");
  const createdAt = deps.now();
  const expiresAt = endWithin(verification, createdAt, LIFETIME_MS);
  const code = newCode(deps);
  const state = code + noteOf(ctx, { id: code, path: callbackOf(row), until: expiresAt });
  const how = { channel: "redirect", id: state, expiresAt } as const;
  const { question, reason } = await askPerson(asked.method, how, asked.context);
  if (!question?.link) {
    const line = { requestId: ctx.requestId, providerId: row.id, reason };
    deps.log.warn("an identity provider cannot be asked", line);
    throw unavailable();
  }
  // Before the person goes there: the practice statement names every host that gets something.
  await noteHosts(deps.db.orm, tenantId, row, question.hosts ?? []);
  // A browser without scripts has not yet reported that the page is open.
  await markOpened(asking);
  const cookie = newBrowserCookie(deps, secret);
  const stateHash = hashOf(deps, state);
  await insertRequest(deps.db.orm, {
    stateHash,
    verificationId,
    tenantId,
    providerId: row.id,
    cookieHash: hashOf(deps, cookieAtSite(ctx, cookie)),
    keptSealed: deps.secrets.seal(question.kept, sealedFor("identityRequest", stateHash)),
    createdAt,
    expiresAt,
  });
  const lifetimeSeconds = Math.ceil((expiresAt.getTime() - createdAt.getTime()) / 1000);
  return { verificationId, name: row.name, url: question.link, state, cookie, lifetimeSeconds };
};

/**
 * Whether a tenant awaits an answer with this state at this path: the one of the provider that was asked. Any other is handed
 * to no host.
 */
export const isAnswerAwaited = async (
  { deps }: Ctx,
  { state, path, tenantId }: { state: string; path: string; tenantId: string },
): Promise<boolean> => {
  const { db, secrets } = deps;
  const request = await findRequestOfState(db.orm, tenantId, hashesOf(secrets, state), deps.now());
  const row = request && (await findProvider(db.orm, tenantId, request.providerId));
  return row?.isActive === true && callbackOf(row) === path;
};

/** Where to go on, and what to say there. */
type Returned = {
  /** The secret of the hosted page. */
  secret: string;
  /** An error's code: no attempt was used up. */
  problem: string | null;
  verificationId: string | null;
};

type Answered = {
  state: string;
  cookie: string | null;
  /** The path of the address that the provider sent the browser to. */
  path: string;
  query: string;
};

/** Reasons that are about another request's answer: this one still waits for its answer. */
const OF_ANOTHER: readonly (string | undefined)[] = ["code_refused", "redirect_address"];

/**
 * Whether an answer may come again: the provider was away, another answer to the same request has the code, or this one came
 * to another provider's address.
 */
const mayComeAgain = (finding: Finding): boolean =>
  finding.kind === "no_decision" &&
  (finding.code === "IDENTITY_PROVIDER_UNAVAILABLE" || OF_ANOTHER.includes(finding.reason));

/**
 * The provider sent a browser back. Only the browser that was sent, with the state that only the provider
 * has, gets anywhere, and only at the site that it left. The tokens are dropped within this call; nothing about the person is stored or logged
 * except the answer about the age.
 * @returns null in another browser or at another site, which learns and decides nothing
 */
export const returnFromProvider = async (
  ctx: Ctx,
  { state, cookie, path, query }: Answered,
): Promise<Returned | null> => {
  const { deps } = ctx;
  const secret = cookie === null ? null : pageOfCookie(cookie);
  if (cookie === null || secret === null) return null;
  const startedAt = deps.now();
  const asked = await actingPage(ctx, secret);
  const { secrets, db } = deps;
  const shown = {
    stateHashes: hashesOf(secrets, state),
    cookieHashes: hashesOf(secrets, cookieAtSite(ctx, cookie)),
  };
  const back: Returned = { secret, problem: null, verificationId: null };
  const request = asked && (await findRequest(db.orm, shown, startedAt));
  // Used up, expired, or taken back in the meantime: the page says how things stand.
  if (!request || request.verificationId !== asked.page.verification.id) return back;
  const { verificationId, tenantId } = request;
  const row = await findProvider(db.orm, tenantId, request.providerId);
  const asking = row?.isActive ? askingOf(asked, row) : null;
  const kept = openSealed(secrets, request.keptSealed, sealedFor("identityRequest", request.stateHash));
  if (!row || !asking || kept === null || (await isKeptBack(asked, methodOfSlug(row.slug))))
    return { ...back, verificationId, problem: "METHOD_UNAVAILABLE" };
  const method = methodOfSlug(row.slug);
  const submission = { contentType: "", body: new TextEncoder().encode(query), path };
  const finding = await asking.method.answer(submission, { ...asking.context, kept });
  if (finding.kind === "no_decision") {
    const { code, reason } = finding;
    const { requestId } = ctx;
    deps.log.info("an identity provider's answer decided nothing", {
      requestId,
      method,
      code,
      reason,
    });
  }
  const isUncounted = finding.kind === "no_decision" && finding.isUnopened === true;
  if (!mayComeAgain(finding))
    await recordAnswer(asked, { method, finding, startedAt }, (tx) => takeRequest(tx, shown, deps.now()));
  return { ...back, verificationId, problem: isUncounted ? finding.code : null };
};
