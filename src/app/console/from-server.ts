import { headers } from "next/headers";
import { getDeps } from "#runtime.ts";
import { serverCaller } from "#trpc/server.ts";

type Caller = NonNullable<Awaited<ReturnType<typeof serverCaller>>>;

/**
 * A page's first data, so that it arrives with the page. Where that does not work out, for want of a session or for
 * any error, the page asks for itself and shows what came of it.
 */
export const fromServer = async <Data>(
  tenantId: string | null,
  ask: (caller: Caller) => Promise<Data>,
): Promise<Data | undefined> => {
  const sent = await headers();
  try {
    const caller = await serverCaller(await getDeps(), sent, tenantId);
    return caller === null ? undefined : await ask(caller);
  } catch {
    return undefined;
  }
};
