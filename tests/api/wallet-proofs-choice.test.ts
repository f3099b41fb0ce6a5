import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WALLET_PROOFS, type WalletProofs } from "#core/tenant.ts";
import { MOBILE_DRIVING_LICENCE, PID_SD_JWT } from "#methods/wallet/credential-type.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { forgetCached } from "#services/cached.ts";
import { drawnPage } from "#services/hosted/view.ts";
import { readStatement } from "#services/practice/statement.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { createAuthority, pemOf } from "../support/wallet/authority.ts";
import { HASHES } from "../support/wallet/proofs.ts";
import { createService, type TestService } from "../support/world/service.ts";

// A tenant's own choice about proofs counts at the start of a check and on its page alike, and in its practice statement.

const OWN = [null, ...WALLET_PROOFS] as const;
const MEANS = { WALLET_ZK_CIRCUITS: HASHES.seven, WALLET_ZK_VERIFIER_URL: "http://127.0.0.1:9" };

/** A deployment that can take proofs of one element and trusts an issuer of one type. */
const serviceTrusting = async (type: string, env: Record<string, string>): Promise<TestService> => {
  const service = await createService({ env: { WALLET_CREDENTIALS: "mdl,pid_sd_jwt", ...MEANS, ...env } });
  await importTrustAnchors(systemCtx(service.deps), {
    format: "pem",
    content: pemOf((await createAuthority()).der),
    credentialTypes: [type],
    eku: null,
    label: "Utopia",
  });
  return service;
};

/** Whether proofs are required, by a tenant's practice statement; null: it says nothing of them. */
const stated = async (
  { deps, tenant }: TestService,
  { minimumAge = 18, own = null }: { minimumAge?: number; own?: WalletProofs | null },
) => {
  const { id } = await tenant({ plan: "scale" });
  const data = { methods: ["wallet"], walletProofs: own, minimumAge, practicePublished: true };
  await deps.db.orm.tenant.update({ where: { id }, data });
  const { statement } = await readStatement(systemCtx(deps), { tenant: id });
  const [wallet] = statement.methods;
  return wallet?.zeroKnowledge?.isRequired ?? null;
};

describe("the practice statement says that proofs are asked for", () => {
  test("only where a circuit fits the minimum age: nobody is asked otherwise", async () => {
    const service = await serviceTrusting(MOBILE_DRIVING_LICENCE.type, { WALLET_ZK: "prefer" });
    expect(await stated(service, {})).toBe(false);
    expect(await stated(service, { own: "off" })).toBeNull();
    // A licence answers a check for 16 with two elements; one is enough only where a proof is required.
    expect(await stated(service, { minimumAge: 16 })).toBeNull();
    expect(await stated(service, { minimumAge: 16, own: "require" })).toBe(true);
    await service.close();
  });

  test("only where a type is trusted that a circuit reads", async () => {
    const service = await serviceTrusting(PID_SD_JWT.type, { WALLET_ZK: "prefer" });
    expect(await stated(service, {})).toBeNull();
    const { statement } = await readStatement(systemCtx(service.deps), {});
    expect(JSON.stringify(statement)).not.toContain("zeroKnowledge");
    await service.close();
  });
});

describe.each(WALLET_PROOFS)(
  "deployment %s, where only SD-JWTs are trusted, which nobody can prove",
  (policy) => {
    let service: TestService;
    beforeAll(async () => {
      service = await serviceTrusting(PID_SD_JWT.type, { WALLET_ZK: policy });
    });
    afterAll(() => service.close());

    test.each(OWN)("tenant %s: the start and the page agree on whether a wallet is offered", async (own) => {
      const { call, deps, tenant } = service;
      const { id, liveKey } = await tenant({ plan: "scale" });
      const choose = async (walletProofs: (typeof OWN)[number]) => {
        await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"], walletProofs } });
        // As the settings do: a key's tenant is kept for some seconds.
        forgetCached(deps, id);
      };
      await choose("off");
      const secret = secretOf(await start(call, liveKey));
      await choose(own);
      const isOffered = (own ?? policy) !== "require";
      expect(await drawnPage(systemCtx(deps), secret, [])).toMatchObject({
        drawn: { view: { methods: isOffered ? ["wallet"] : [] } },
      });
      expect("sessionUrl" in (await start(call, liveKey))).toBe(isOffered);
      const named = await call("POST", "/verify/start", { key: liveKey, body: { methods: ["wallet"] } });
      expect(named.status).toBe(isOffered ? 200 : 400);
      if (!isOffered) expect(named.text).toContain("wallet (only zero-knowledge proofs are accepted");
    });
  },
);
