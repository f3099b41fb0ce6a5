import { withDeps } from "#app/with-deps.ts";
import { walletReturn } from "#http/wallet/openid4vp.ts";

export const GET = withDeps(walletReturn);
