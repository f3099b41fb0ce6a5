import { withDeps } from "#app/with-deps.ts";
import { walletStart } from "#http/wallet/page.ts";

export const POST = withDeps(walletStart);
