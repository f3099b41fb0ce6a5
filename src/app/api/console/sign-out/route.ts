import { signOut } from "#auth/session.ts";
import { getDeps } from "#runtime.ts";

export const POST = async (request: Request): Promise<Response> => signOut(await getDeps(), request);
