import { walletReturn } from "#http/wallet/openid4vp.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const GET = async (request: Request, { params }: Context): Promise<Response> =>
  walletReturn(await getDeps(), request, await params);
