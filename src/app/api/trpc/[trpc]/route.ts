import { getDeps } from "#runtime.ts";
import { handleTrpc } from "#trpc/handle-trpc.ts";

export const POST = async (request: Request): Promise<Response> => handleTrpc(await getDeps(), request);
