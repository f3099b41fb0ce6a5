import { route } from "#app/program.ts";

export const GET = route(({ openid4vp }) => openid4vp.walletReturn);
