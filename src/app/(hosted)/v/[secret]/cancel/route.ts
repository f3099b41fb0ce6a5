import { hostedCancel, hostedCancelPage } from "#http/hosted.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const GET = async (_request: Request, { params }: Context): Promise<Response> =>
  hostedCancelPage(await params);

export const POST = async (request: Request, { params }: Context): Promise<Response> =>
  hostedCancel(await getDeps(), request, await params);
