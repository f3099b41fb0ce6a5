import { walletRequestObject } from "#http/wallet/openid4vp.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const GET = async (request: Request, { params }: Context): Promise<Response> =>
  walletRequestObject(await getDeps(), request, await params);

export const POST = GET;
