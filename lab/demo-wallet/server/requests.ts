import { randomBytes } from "node:crypto";
import { attestFor } from "../issuer/attest.ts";
import type { Signer } from "../issuer/authority.ts";
import { type Asker, askerOf, type Question, questionsOf } from "../wallet/ask.ts";
import type { Network } from "../wallet/network.ts";
import { readRequest, responseUriOf, type WalletRequest } from "../wallet/read-request.ts";
import { declineWith, respond } from "../wallet/respond.ts";

/** The wallet's holder, invented: the user at the screen chooses one. */
export type Person = { id: string; name: string; age: number };

export const PEOPLE: readonly Person[] = [
  { id: "ada", name: "Ada", age: 34 },
  { id: "ben", name: "Ben", age: 16 },
];

export const personCalled = (id: string | null): Person | undefined =>
  PEOPLE.find((person) => person.id === id);

/** A request that waits for the user's decision. */
export type Pending = { id: string; request: WalletRequest; asker: Asker; questions: Question[] };

const MAX_PENDING = 100;

/** The requests that were opened and not answered yet. A request object can be fetched once, so it is kept. */
export const pendingRequests = (network: Network) => {
  const waiting = new Map<string, Pending>();
  return {
    /** @throws what is wrong with the link or the request */
    open: async (link: string): Promise<Pending> => {
      const request = await readRequest(link, { fetchRequest: network.fetchRequest });
      const id = randomBytes(16).toString("base64url");
      const pending = { id, request, asker: askerOf(request), questions: questionsOf(request) };
      waiting.set(id, pending);
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_PENDING && oldest !== undefined) waiting.delete(oldest);
      return pending;
    },
    /** The request, which is then gone: an answer is given once. */
    take: (id: string): Pending | undefined => {
      const pending = waiting.get(id);
      waiting.delete(id);
      return pending;
    },
  };
};

/** What the two buttons do: a fresh attestation of the test issuer is shown, or nothing is. */
export const giveAnswer = (network: Network, signer: () => Promise<Signer>, now: () => Date) => ({
  share: async ({ request, questions }: Pending, person: Person, credential: string | null) => {
    const chosen = questions.find(({ query }) => query.id === credential) ?? questions[0];
    if (!chosen) throw new Error("the request asks for nothing");
    const held = await attestFor(chosen.query, {
      signer: await signer(),
      age: person.age,
      now: now(),
      alsoAskedFor: chosen.thresholds,
    });
    return network.post(responseUriOf(request), await respond(request, held, now()));
  },
  decline: ({ request }: Pending) => network.post(responseUriOf(request), declineWith(request)),
});
