import { accessToken } from "#auth/access-token.ts";
import { getDeps } from "#runtime.ts";

export const POST = async (request: Request): Promise<Response> => accessToken(await getDeps(), request);
