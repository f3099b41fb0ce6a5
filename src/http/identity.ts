import { z } from "zod";
import { isProviderSlug, SHARED_CALLBACK } from "#core/identity/provider.ts";
import { openCarried, sealCarried } from "#services/carried.ts";
import type { At, Ctx, Deps } from "#services/context.ts";
import { goToProvider, isAnswerAwaited, returnFromProvider } from "#services/identity/sign-in.ts";
import { comeBackToPage, leavePage } from "./away.ts";
import { readForm } from "./body.ts";
import { handOverPage } from "./hand-over.ts";
import { parseInput } from "./input.ts";
import type { PageHandler } from "./respond.ts";
import { refuseForeignForm } from "./wallet/page.ts";

// To an identity provider and back.

/** Codes and states are shorter; no provider made a longer address. */
const MAX_QUERY_CHARACTERS = 6_000;
/** For an answer that a provider posts as a form: longer than an address, because forms escape characters. */
const MAX_ANSWER_BYTES = 16 * 1024;

const form = z.strictObject({ provider: z.string().refine(isProviderSlug) });
const handedOver = z.strictObject({ answer: z.string() });

/** The end user chooses a provider on the hosted page. */
export const providerStart: PageHandler = (at, request, { secret = "" }) => {
  const route = { event: "identity.start", path: "/v/[secret]/idp", secret };
  return leavePage(at, request, route, async (ctx, fields) => {
    const { provider: slug } = parseInput(form, fields, "INVALID_REQUEST_BODY");
    const { state: transactionId, ...sent } = await goToProvider(ctx, { secret, slug });
    return { ...sent, transactionId };
  });
};

/** @returns an empty text for no form or one that is too large, which answers no request */
const answerIn = async (request: Request): Promise<string> => {
  const fields = await readForm(request, MAX_ANSWER_BYTES).catch(() => null);
  return handedOver.safeParse(Object.fromEntries(fields ?? [])).data?.answer ?? "";
};

/** The parameters of an answer that the main host passes on to a tenant's: sealed, and which request it is for. */
const CARRIED = "answer";
const REQUEST = "for";
/** Time for a redirect. */
const CARRIED_MS = 60_000;

/** 96 bits of a state tell which request is meant, as in the name of its cookie. Its tenant's machine learns no more of it. */
const requestOf = (state: string): string => state.slice(0, 16);

/** The answer to one request, from the main host to the tenant's host that its browser left, for its provider's own path. */
const carriedAt = (host: string, path: string, request: string) =>
  ({ purpose: "providerAnswer", subject: { request }, place: { host, path } }) as const;

/** An answer to us: as the browser brought it, or at a tenant's host as the main one sealed it; empty: it answers no request. */
type Sent = { state: string; query: string };

const NOBODYS: Sent = { state: "", query: "" };

const stateIn = (query: string): string => new URLSearchParams(query).get("state") ?? "";

/** No provider has an address of a tenant's host, so nothing arrives there that the main one did not hand on. */
const handedOn = (deps: Deps, host: string, path: string, { url }: Request): Sent => {
  const { searchParams } = new URL(url);
  const meant = searchParams.get(REQUEST) ?? "";
  const query = openCarried(deps, carriedAt(host, path, meant), searchParams.get(CARRIED)) ?? "";
  const state = stateIn(query);
  return requestOf(state) === meant ? { state, query } : NOBODYS;
};

const sentHere = async (request: Request): Promise<Sent> => {
  const query = request.method === "POST" ? await answerIn(request) : new URL(request.url).search.slice(1);
  if (query.length > MAX_QUERY_CHARACTERS) return NOBODYS;
  return { state: stateIn(query), query };
};

/** For a browser that may have the answer behind the #. */
const mayHandOver = ({ site }: At, { method, url }: Request): boolean =>
  site === null && method !== "POST" && new URL(url).search === "";

/**
 * A provider sends the browser back. An answer after the address's # comes in a second request, from our own
 * page at the same address (OAuth 2.0 Multiple Response Types §2.1).
 */
export const providerReturn: PageHandler = async (at, request, { provider }) => {
  const { deps, site } = at;
  const callback = provider === undefined ? SHARED_CALLBACK : `${SHARED_CALLBACK}/${provider}`;
  // Not logged as it was sent: anyone can send anything.
  const path = provider === undefined ? callback : `${SHARED_CALLBACK}/[provider]`;
  const { state, query } =
    site === null ? await sentHere(request) : handedOn(deps, site.host, callback, request);
  // A tenant knows the states of its checks, with its host, and can give one to another tenant's provider. It decides which
  // machine answers at its host: a code must not be readable on the way, nor be of use there at another provider's address.
  const onwardTo = async (ctx: Ctx, { host, tenantId }: { host: string; tenantId: string }) => {
    const isAwaited = await isAnswerAwaited(ctx, { state, path: callback, tenantId });
    const until = new Date(deps.now().getTime() + CARRIED_MS);
    // An answer that is not awaited stays here; the browser goes on, to the page that says how things stand.
    const carried = isAwaited ? query : `${new URLSearchParams({ state })}`;
    const meant = requestOf(state);
    const { text } = sealCarried(deps, { ...carriedAt(host, callback, meant), until }, carried);
    return `${callback}?${new URLSearchParams({ [REQUEST]: meant, [CARRIED]: text })}`;
  };
  const on = { left: state, cameTo: callback, onwardTo };
  const route = { event: "identity.return", path, transactionId: state, ...on };
  return comeBackToPage(at, request, route, async (ctx, cookie, headers) => {
    if (request.method === "POST") refuseForeignForm(at, request);
    else if (mayHandOver(at, request)) return handOverPage(headers);
    if (state === "") return null;
    return returnFromProvider(ctx, { state, cookie, path: callback, query });
  });
};
