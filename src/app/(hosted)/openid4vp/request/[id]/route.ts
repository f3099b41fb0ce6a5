import { withDeps } from "#app/with-deps.ts";
import { walletRequestObject } from "#http/wallet/openid4vp.ts";

export const GET = withDeps(walletRequestObject);

export const POST = GET;
