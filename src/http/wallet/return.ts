import type { Deps } from "#services/context.ts";
import { releaseWallet } from "#services/wallet/release.ts";
import { walletCookieOf } from "./cookie.ts";
import { logged } from "./logged.ts";
import { unavailable } from "./unavailable.ts";

const PATH = "/openid4vp/return/[id]";
const ELSEWHERE = "/wallet/elsewhere";

const to = (location: string, headers: Headers): Response => {
  headers.set("Location", location);
  return new Response(null, { status: 303, headers });
};

/** The wallet sends the browser back after a link: on to its page, or, in another browser, to where that is said. */
export const walletReturn = (
  deps: Deps,
  request: Request,
  { id = "" }: Record<string, string>,
): Promise<Response> =>
  logged(
    { deps, request, path: PATH, event: "wallet.return" },
    async ({ ctx, headers }) => {
      const responseCode = new URL(request.url).searchParams.get("response_code") ?? "";
      const cookie = walletCookieOf(deps, id, request.headers.get("cookie"));
      const secret = await releaseWallet(ctx, { id, responseCode, cookie });
      return to(secret === null ? ELSEWHERE : `/v/${encodeURIComponent(secret)}?method=wallet`, headers);
    },
    // The code stays good for its five minutes: the browser may simply load the address again.
    (error, { headers }) => unavailable(error, headers) ?? to(ELSEWHERE, headers),
  );
