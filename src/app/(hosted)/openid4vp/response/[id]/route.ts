import { withDeps } from "#app/with-deps.ts";
import { walletResponse } from "#http/wallet/openid4vp.ts";

export const POST = withDeps(walletResponse);
