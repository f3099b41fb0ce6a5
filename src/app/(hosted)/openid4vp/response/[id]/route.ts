import { walletResponse } from "#http/wallet/openid4vp.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const POST = async (request: Request, { params }: Context): Promise<Response> =>
  walletResponse(await getDeps(), request, await params);
