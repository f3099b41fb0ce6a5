import type { Held } from "../../../lab/demo-wallet/wallet/choose-claims.ts";
import { readRequest } from "../../../lab/demo-wallet/wallet/read-request.ts";
import { respond } from "../../../lab/demo-wallet/wallet/respond.ts";
import { NOW } from "./authority.ts";

export type { Held } from "../../../lab/demo-wallet/wallet/choose-claims.ts";
export { asForm } from "../../../lab/demo-wallet/wallet/respond.ts";

type Options = { origin?: string; fetchRequest?: (walletNonce: string) => string | Promise<string> };

/** Answers a request in the tests' time, by the demo wallet. */
export const answer = async (
  request: string | Record<string, unknown>,
  held: Held,
  { origin, fetchRequest }: Options = {},
): Promise<Record<string, unknown>> => {
  const read = await readRequest(request, {
    origin,
    ...(fetchRequest ? { fetchRequest: async (_uri, walletNonce) => fetchRequest(walletNonce) } : {}),
  });
  return respond(read, held, NOW);
};

/** As the page posts what the browser gave it. */
export const asCredential = (protocol: string, data: Record<string, unknown>): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ protocol, data }));
