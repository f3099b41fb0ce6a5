import { withDeps } from "#app/with-deps.ts";
import { walletRequests } from "#http/wallet/page.ts";

export const POST = withDeps(walletRequests);
