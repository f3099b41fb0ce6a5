import type { CredentialQuery, Path } from "./choose-claims.ts";
import { responseUriOf, type WalletRequest } from "./read-request.ts";

/** One question of a request: a credential, and the ages that it asks about. */
export type Question = { query: CredentialQuery; thresholds: number[] };

const AGE = /^(?:age_over_)?(\d{2})$/;

const thresholdOf = (path: Path): number | null => {
  const [, digits] = AGE.exec(String(path.at(-1))) ?? [];
  return digits === undefined ? null : Number(digits);
};

/**
 * The ages that each query asks about.
 * @throws when anything but "over NN" is asked for: this wallet gives nothing else away
 */
export const questionsOf = ({ query }: WalletRequest): Question[] =>
  query.credentials.map((credential) => {
    const claims = credential.claims ?? [];
    const thresholds = claims.flatMap((claim) => {
      const threshold = "path" in claim && claim.path ? thresholdOf(claim.path) : null;
      return threshold === null ? [] : [threshold];
    });
    if (thresholds.length === 0 || thresholds.length !== claims.length) {
      throw new Error("the request asks for more than an age, and this wallet gives nothing else");
    }
    return { query: credential, thresholds };
  });

/** The verifier, as far as the request itself proves it. */
export type Asker = { host: string; certificate: string | null };

export const askerOf = ({ payload, signer, origin }: WalletRequest): Asker => {
  const address = origin ?? responseUriOf({ payload });
  const host = URL.canParse(address) ? new URL(address).host : "an unknown service";
  const [, name] = /^CN=(.+)$/m.exec(signer?.subject ?? "") ?? [];
  return { host, certificate: signer ? (name ?? signer.subject.replaceAll("\n", ", ")) : null };
};
