import { route } from "#app/program.ts";

export const POST = route(({ openid4vp }) => openid4vp.walletResponse);
