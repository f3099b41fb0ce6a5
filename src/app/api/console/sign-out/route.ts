import { signOut } from "#auth/sign-out.ts";
import { getDeps } from "#runtime.ts";

export const POST = async (request: Request): Promise<Response> => signOut(await getDeps(), request);
