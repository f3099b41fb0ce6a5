import { hostedHandoff } from "#http/hosted.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const POST = async (request: Request, { params }: Context): Promise<Response> =>
  hostedHandoff(await getDeps(), request, await params);
