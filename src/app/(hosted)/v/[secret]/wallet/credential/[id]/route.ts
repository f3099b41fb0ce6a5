import { walletCredential } from "#http/wallet/page.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const POST = async (request: Request, { params }: Context): Promise<Response> =>
  walletCredential(await getDeps(), request, await params);
