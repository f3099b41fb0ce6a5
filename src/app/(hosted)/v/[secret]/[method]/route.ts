import { hostedEvidence, hostedFormPage } from "#http/hosted.ts";
import { methodNotAllowed } from "#http/route-handlers.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const GET = async (_request: Request, { params }: Context): Promise<Response> =>
  hostedFormPage(await params);

export const POST = async (request: Request, { params }: Context): Promise<Response> =>
  hostedEvidence(await getDeps(), request, await params);

const refuse = async (request: Request): Promise<Response> =>
  methodNotAllowed(await getDeps(), request, ["GET", "POST"]);

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
