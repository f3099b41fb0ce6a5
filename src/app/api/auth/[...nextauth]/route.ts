import { handleAuth } from "#auth/handle-auth.ts";
import { getDeps } from "#runtime.ts";

const handle = async (request: Request): Promise<Response> => handleAuth(await getDeps(), request);

export { handle as GET, handle as POST };
