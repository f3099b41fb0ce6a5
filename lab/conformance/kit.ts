import type { Authority, Signer } from "../demo-wallet/issuer/authority.ts";
import { testIssuer, testSigner } from "../demo-wallet/issuer/test-issuer.ts";
import { type Bench, openBench } from "./bench.ts";
import type { Kind, Target } from "./target.ts";

/** What every check works with. */
export type Kit = {
  target: Target;
  now: Date;
  /** The issuer that the deployment trusts for test keys. */
  issuer: Authority;
  signer: Signer;
  /** A new verification with one transaction of this kind. @throws NotOffered */
  bench(kind: Kind, options?: Partial<Parameters<Target["begin"]>[0]>): Promise<Bench>;
};

export const openKit = async (target: Target, now: Date): Promise<Kit> => {
  const issuer = await testIssuer(now);
  const signer = await testSigner(now);
  return {
    target,
    now,
    issuer,
    signer,
    bench: async (kind, { minimumAge = 18, mode = "test", ...more } = {}) =>
      openBench(await target.begin({ minimumAge, mode, ...more }), kind, { now, signer }),
  };
};
