import { route } from "#app/program.ts";

export const POST = route(({ wallet }) => wallet.walletStart);
