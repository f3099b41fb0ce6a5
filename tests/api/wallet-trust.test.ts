import { describe, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { removeTrustAnchor } from "#services/trust/anchors.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { attestMdoc } from "../../lab/demo-wallet/issuer/attest.ts";
import { testSigner } from "../../lab/demo-wallet/issuer/test-issuer.ts";
import { EU_AGE_VERIFICATION } from "../../packages/wallet-verifier/src/credential-type.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { openPage } from "../support/http/hosted.ts";
import { createAuthority, NOW, pemOf } from "../support/wallet/authority.ts";
import { answerTo, ask, post } from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { testClock } from "../support/world/clock.ts";
import { createService, type TestService } from "../support/world/service.ts";

const clock = testClock(NOW);

const withService = async (
  env: Record<string, string>,
  work: (service: TestService) => Promise<void>,
): Promise<void> => {
  const service = await createService({ env, overrides: { now: clock.now } });
  try {
    await work(service);
  } finally {
    await service.close();
  }
};

const pageOf = async ({ call, deps, tenant }: TestService, mode: "live" | "test"): Promise<string> => {
  const { id, liveKey, testKey } = await tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
  return secretOf(await start(call, mode === "live" ? liveKey : testKey));
};

const methodsAt = async ({ deps }: TestService, secret: string) => (await openPage(deps, secret))?.methods;

const byTestIssuer = async () =>
  attestMdoc("eu.europa.ec.av.1", { signer: await testSigner(NOW), age: 30, now: NOW });

const QR = { channel: "qr", app: "eu" } as const;

describe("the test issuer", () => {
  test.each(["development", "production"])("counts for a test verification in %s", async (LINTEL_ENV) => {
    await withService({ LINTEL_ENV }, async (service) => {
      const secret = await pageOf(service, "test");
      expect(await methodsAt(service, secret)).toEqual(["sandbox", "wallet"]);
      const asked = await ask(service.deps, secret, QR);
      const answered = await post(
        service.deps,
        asked.transactionId,
        await answerTo(service.deps, asked, await byTestIssuer()),
      );
      expect(answered.status).toBe(200);
    });
  });

  test("never counts in live mode, not even where others count for the same credential", async () => {
    await withService({}, async (service) => {
      const authority = await createAuthority();
      await importTrustAnchors(systemCtx(service.deps), {
        format: "pem",
        content: pemOf(authority.der),
        credentialTypes: ["eu.europa.ec.av.1"],
      });
      const secret = await pageOf(service, "live");
      const asked = await ask(service.deps, secret, QR);
      const body = await answerTo(service.deps, asked, await byTestIssuer());
      expect((await post(service.deps, asked.transactionId, body)).status).toBe(400);
    });
  });
});

describe("in live mode", () => {
  test("a wallet is offered as long as somebody is trusted for a credential that is asked for", async () => {
    await withService({}, async (service) => {
      const secret = await pageOf(service, "live");
      expect(await methodsAt(service, secret)).toEqual([]);
      const authority = await createAuthority();
      const importFor = (credentialType: string) =>
        importTrustAnchors(systemCtx(service.deps), {
          format: "pem",
          content: pemOf(authority.der),
          credentialTypes: [credentialType],
          eku: null,
        });
      await importFor("eu.europa.ec.eudi.pid.1");
      expect(await methodsAt(service, secret)).toEqual([]);
      const { anchors } = await importFor("eu.europa.ec.av.1");
      expect(await methodsAt(service, secret)).toEqual(["wallet"]);
      const asked = await ask(service.deps, secret, QR);
      const signer = await authority.signer();
      const { type: docType, nameSpace } = EU_AGE_VERIFICATION;
      const mdoc = await issueMdoc({ docType, nameSpace, elements: { age_over_18: true }, signer });
      const body = await answerTo(service.deps, asked, { mdoc });
      // Removed between question and answer: what counts is who is trusted when the answer comes.
      await removeTrustAnchor(systemCtx(service.deps), anchors[0]?.id ?? "");
      expect((await post(service.deps, asked.transactionId, body)).status).toBe(400);
      expect(await methodsAt(service, secret)).toEqual([]);
    });
  });

  test("an anchor that ran out offers nothing", async () => {
    await withService({}, async (service) => {
      const past = await createAuthority({ until: new Date(NOW.getTime() - 1) });
      await importTrustAnchors(systemCtx(service.deps), {
        format: "pem",
        content: pemOf(past.der),
        credentialTypes: ["eu.europa.ec.av.1"],
      });
      expect(await methodsAt(service, await pageOf(service, "live"))).toEqual([]);
    });
  });
});
