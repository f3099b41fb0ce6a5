import * as ageKeys from "#http/age-keys.ts";
import * as hosted from "#http/hosted.ts";
import * as identity from "#http/identity.ts";
import type { PageHandler } from "#http/respond.ts";
import * as vendor from "#http/vendor.ts";
import * as openid4vp from "#http/wallet/openid4vp.ts";
import * as page from "#http/wallet/page.ts";
import type { At, Deps, Site } from "#services/context.ts";
import { overBuild } from "./dispatch.ts";

// What answers end users, wallets, vendors and identity providers, under the names of src/http. A suite that runs over
// the build (vitest.config.ts) sends each request to the production build instead, which shares the database and the
// settings with the test's service.

/** A service as requests at one of its sites meet it: a tenant's host, or without a site the main one. */
export type AtSite = Deps & { readonly site?: Site };

/** The service at a tenant's host; null: at the main one. */
export const atSite = (deps: Deps, site: Site | null): AtSite => (site ? { ...deps, site } : deps);

export const atOf = (deps: AtSite): At => ({ deps, site: deps.site ?? null });

/** The same handler, or the build. A service of which the test has replaced a part has no build that is like it. */
const asked =
  (handle: PageHandler) =>
  async (deps: AtSite, request: Request, params: Record<string, string>): Promise<Response> =>
    (await overBuild(deps, request)) ?? handle(atOf(deps), request, params);

/** For an address without parameters. */
const askedPlainly =
  (handle: (at: At, request: Request) => Promise<Response>) =>
  async (deps: AtSite, request: Request): Promise<Response> =>
    (await overBuild(deps, request)) ?? handle(atOf(deps), request);

export const pageKey = asked(ageKeys.pageKey);
export const ownKey = asked(ageKeys.ownKey);

export const hostedEvidence = asked(hosted.hostedEvidence);
export const hostedCancel = asked(hosted.hostedCancel);
export const hostedOthers = asked(hosted.hostedOthers);
export const hostedState = asked(hosted.hostedState);
export const hostedReturn = asked(hosted.hostedReturn);
export const hostedAppeal = asked(hosted.hostedAppeal);
export const hostedDataCopy = asked(hosted.hostedDataCopy);
export const hostedErasure = asked(hosted.hostedErasure);
export const hostedHandoff = asked(hosted.hostedHandoff);
export const handoffAccept = asked(hosted.handoffAccept);

export const providerStart = asked(identity.providerStart);
export const providerReturn = asked(identity.providerReturn);
export const vendorStart = asked(vendor.vendorStart);
export const vendorReturn = askedPlainly(vendor.vendorReturn);
export const vendorCallback = asked(vendor.vendorCallback);

export const walletRequestObject = asked(openid4vp.walletRequestObject);
export const walletResponse = asked(openid4vp.walletResponse);
export const walletReturn = asked(openid4vp.walletReturn);
export const walletStart = asked(page.walletStart);
export const walletRequests = asked(page.walletRequests);
export const walletCredential = asked(page.walletCredential);
