import { randomBytes } from "node:crypto";
import { type Asker, askerOf, type Question, questionsOf } from "../wallet/ask.ts";
import type { Network } from "../wallet/network.ts";
import { readRequest, type WalletRequest } from "../wallet/read-request.ts";

/** A request that waits for its person's word. */
export type Pending = { id: string; request: WalletRequest; asker: Asker; questions: Question[] };

const MAX_PENDING = 100;

/** The requests that were opened and not answered yet. A request object can be fetched once, so it is kept. */
export type PendingRequests = {
  /** @throws what is wrong with the link or the request */
  open(link: string): Promise<Pending>;
  /** The request, which is then gone: an answer is given once. */
  take(id: string): Pending | undefined;
};

export const pendingRequests = (network: Network): PendingRequests => {
  const waiting = new Map<string, Pending>();
  return {
    open: async (link) => {
      const request = await readRequest(link, { fetchRequest: network.fetchRequest });
      const id = randomBytes(16).toString("base64url");
      const pending = { id, request, asker: askerOf(request), questions: questionsOf(request) };
      waiting.set(id, pending);
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_PENDING && oldest !== undefined) waiting.delete(oldest);
      return pending;
    },
    take: (id) => {
      const pending = waiting.get(id);
      waiting.delete(id);
      return pending;
    },
  };
};
