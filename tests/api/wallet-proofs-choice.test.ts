import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WALLET_PROOFS } from "#core/tenant.ts";
import { PID_SD_JWT } from "#methods/wallet/credential-type.ts";
import { systemCtx } from "#runtime.ts";
import { drawnPage } from "#services/hosted/view.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { createAuthority, pemOf } from "../support/wallet/authority.ts";
import { HASHES } from "../support/wallet/proofs.ts";
import { createService, type TestService } from "../support/world/service.ts";

// A tenant's own choice about proofs counts at the start of a check and on its page alike.

const OWN = [null, ...WALLET_PROOFS] as const;

describe.each(WALLET_PROOFS)(
  "deployment %s, where only SD-JWTs are trusted, which nobody can prove",
  (policy) => {
    let service: TestService;
    beforeAll(async () => {
      const env = {
        WALLET_CREDENTIALS: "eu_av,pid_sd_jwt",
        WALLET_ZK: policy,
        WALLET_ZK_CIRCUITS: HASHES.seven,
        WALLET_ZK_VERIFIER_URL: "http://127.0.0.1:9",
      };
      service = await createService({ env });
      await importTrustAnchors(systemCtx(service.deps), {
        format: "pem",
        content: pemOf((await createAuthority()).der),
        credentialTypes: [PID_SD_JWT.type],
        eku: null,
        label: "Utopia",
      });
    });
    afterAll(() => service.close());

    test.each(OWN)("tenant %s: the start and the page agree on whether a wallet is offered", async (own) => {
      const { call, deps, tenant } = service;
      const { id, liveKey } = await tenant({ plan: "scale" });
      const choose = (walletProofs: (typeof OWN)[number]) =>
        deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"], walletProofs } });
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
