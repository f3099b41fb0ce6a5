import { hostedEvidence } from "#http/hosted-evidence.ts";
import { getDeps } from "#runtime.ts";

type Context = { params: Promise<Record<string, string>> };

export const POST = async (request: Request, { params }: Context): Promise<Response> =>
  hostedEvidence(await getDeps(), request, await params);
