import { withDeps } from "#app/with-deps.ts";
import { walletCredential } from "#http/wallet/page.ts";

export const POST = withDeps(walletCredential);
