import { hostedState } from "#http/hosted.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const GET = async (request: Request, { params }: Context): Promise<Response> =>
  hostedState(await getDeps(), request, await params);
