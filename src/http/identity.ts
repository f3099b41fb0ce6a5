import { z } from "zod";
import { isProviderSlug, SHARED_CALLBACK } from "#core/identity/provider.ts";
import type { Deps } from "#services/context.ts";
import { carriedTo, carryTo } from "#services/hosts/site.ts";
import { goToProvider, returnFromProvider } from "#services/identity/sign-in.ts";
import { comeBackToPage, leavePage } from "./away.ts";
import { readForm } from "./body.ts";
import { handOverPage } from "./hand-over.ts";
import { parseInput } from "./input.ts";
import { refuseForeignForm } from "./wallet/page.ts";

// To an identity provider and back.

type Params = Record<string, string>;

/** Codes and states are shorter; no provider made a longer address. */
const MAX_QUERY_CHARACTERS = 6_000;
/** For an answer that a provider posts as a form: longer than an address, because forms escape characters. */
const MAX_ANSWER_BYTES = 16 * 1024;

const form = z.strictObject({ provider: z.string().refine(isProviderSlug) });
const handedOver = z.strictObject({ answer: z.string() });

/** The end user chooses a provider on the hosted page. */
export const providerStart = (deps: Deps, request: Request, { secret = "" }: Params): Promise<Response> => {
  const route = { event: "identity.start", path: "/v/[secret]/idp", secret };
  return leavePage(deps, request, route, async (ctx, fields) => {
    const { provider: slug } = parseInput(form, fields, "INVALID_REQUEST_BODY");
    const { state: transactionId, ...sent } = await goToProvider(ctx, { secret, slug });
    return { ...sent, transactionId };
  });
};

/** @returns an empty text for no form or one that is too large, which is an answer for nobody */
const answerIn = async (request: Request): Promise<string> => {
  const fields = await readForm(request, MAX_ANSWER_BYTES).catch(() => null);
  return handedOver.safeParse(Object.fromEntries(fields ?? [])).data?.answer ?? "";
};

/** The parameter of an answer that the main host passes on to a tenant's. */
const CARRIED = "answer";

/** An answer as it came, or as the main host sealed it for the host of this request. */
const sentTo = (deps: Deps, search: string): string => {
  const carried = new URLSearchParams(search).get(CARRIED);
  return carried === null ? search : (carriedTo(deps, carried) ?? search);
};

/**
 * A provider sends the browser back. An answer after the address's # comes in a second request, from our own
 * page at the same address (OAuth 2.0 Multiple Response Types §2.1).
 */
export const providerReturn = async (
  deps: Deps,
  request: Request,
  { provider }: Params,
): Promise<Response> => {
  const isHandedOver = request.method === "POST";
  const query = sentTo(deps, isHandedOver ? await answerIn(request) : new URL(request.url).search.slice(1));
  const state = new URLSearchParams(query).get("state") ?? "";
  const callback = provider === undefined ? SHARED_CALLBACK : `${SHARED_CALLBACK}/${provider}`;
  // Not logged as it was sent: anyone can send anything.
  const path = provider === undefined ? callback : `${SHARED_CALLBACK}/[provider]`;
  // A tenant knows the states of its checks, with its host, and can give one to another tenant's provider. It decides which
  // machine answers at its host: a code must not be readable on the way.
  const onwardTo = (host: string) =>
    `${callback}?${CARRIED}=${encodeURIComponent(carryTo(deps, host, query))}`;
  const on = { left: query.length > MAX_QUERY_CHARACTERS ? "" : state, onwardTo };
  const route = { event: "identity.return", path, transactionId: state, ...on };
  return comeBackToPage(deps, request, route, async (ctx, cookie, headers) => {
    if (isHandedOver) refuseForeignForm(deps, request);
    else if (query === "") return handOverPage(headers);
    if (state === "" || query.length > MAX_QUERY_CHARACTERS) return null;
    return returnFromProvider(ctx, { state, cookie, path: callback, query });
  });
};
