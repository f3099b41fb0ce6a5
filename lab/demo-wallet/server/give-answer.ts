import { attestFor } from "../issuer/attest.ts";
import type { Signer } from "../issuer/authority.ts";
import type { Network, Posted } from "../wallet/network.ts";
import { declineWith, respond } from "../wallet/respond.ts";
import type { Pending } from "./pending.ts";
import type { Person } from "./people.ts";

export type GiveAnswer = {
  share(pending: Pending, person: Person, credential: string | null): Promise<Posted>;
  decline(pending: Pending): Promise<Posted>;
};

const responseUriOf = ({ request: { payload } }: Pending): string =>
  String("response_uri" in payload ? payload.response_uri : "");

/** What the two buttons do: a fresh attestation of the test issuer is shown, or nothing is. */
export const giveAnswer = (network: Network, signer: () => Promise<Signer>, now: () => Date): GiveAnswer => ({
  share: async (pending, person, credential) => {
    const { request, questions } = pending;
    const chosen = questions.find(({ query }) => query.id === credential) ?? questions[0];
    if (!chosen) throw new Error("the request asks for nothing");
    const held = await attestFor(chosen.query, {
      signer: await signer(),
      age: person.age,
      now: now(),
      alsoAskedFor: chosen.thresholds,
    });
    return network.post(responseUriOf(pending), await respond(request, held, now()));
  },
  decline: (pending) => network.post(responseUriOf(pending), declineWith(pending.request)),
});
