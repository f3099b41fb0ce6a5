import { encode } from "cborg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemCtx } from "#runtime/runtime.ts";
import { drawnPage } from "#services/hosted/view.ts";
import { MDL_SIGNER_EKU, type Signer } from "../../lab/demo-wallet/issuer/authority.ts";
import { recipientOf, sealResponse } from "../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { proveWith, serveVerifier, type VerifierStandIn } from "../../lab/zk/stand-in.ts";
import { EU_AGE_VERIFICATION } from "../../packages/wallet-verifier/src/credential-type.ts";
import { isoMdocTranscript } from "../../packages/wallet-verifier/src/mdoc/transcript.ts";
import { REFERENCE_VERIFIER } from "../../packages/wallet-verifier/src/zk/reference-verifier.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { walletCredential, walletRequests } from "../support/http/handlers.ts";
import { NOW } from "../support/wallet/authority.ts";
import { tryToAsk } from "../support/wallet/hosted-wallet.ts";
import { HASHES, label, timeText } from "../support/wallet/proofs.ts";
import { trustAnIssuer } from "../support/wallet/trusted-issuer.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL, createService, type TestService } from "../support/world/service.ts";

// A zero-knowledge proof from the page's request to the decision, with the verifier behind HTTP, as an operator runs it.

const clock = testClock(NOW);
const { type: docType, nameSpace } = EU_AGE_VERIFICATION;
const EKUS = [MDL_SIGNER_EKU, "1.3.130.2.0.0.1.2"];

let verifier: VerifierStandIn;
let service: TestService;
let signer: Signer;
beforeAll(async () => {
  verifier = await serveVerifier({ port: await anyPort(), environment: "development" });
  const env = {
    WALLET_ZK: "prefer",
    WALLET_ZK_CIRCUITS: [HASHES.six, HASHES.seven].join(),
    WALLET_ZK_VERIFIER_URL: verifier.url,
  };
  service = await createService({ env, overrides: { now: clock.now } });
  signer = await (await trustAnIssuer(service.deps)).signer({ eku: EKUS });
});
afterAll(async () => {
  await service.close();
  await verifier.stop();
});
beforeEach(() => {
  // What went wrong in one test is over in the next.
  clock.advance({ seconds: 61 });
  verifier.trouble = null;
  verifier.asked = [];
});

const prepared = z.object({
  transactionId: z.string(),
  requests: z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) })),
});

const newPage = async (walletProofs: "off" | "prefer" | "require" | null = null) => {
  const { call, deps, tenant } = service;
  const { id, liveKey } = await tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"], walletProofs } });
  const started = await start(call, liveKey);
  return { id, key: liveKey, verificationId: started.verificationId, secret: secretOf(started) };
};
type Page = Awaited<ReturnType<typeof newPage>>;

const headers = { origin: BASE_URL };

const ask = async ({ secret }: Page) => {
  const request = new Request(`${BASE_URL}/v/${secret}/wallet/requests`, { method: "POST", headers });
  return prepared.parse(await (await walletRequests(service.deps, request, { secret })).json());
};

const prove = async ({ requests }: z.infer<typeof prepared>, isOver = true) => {
  const { data } = requests.find(({ protocol }) => protocol === "org-iso-mdoc") ?? expect.fail("no request");
  const encryptionInfo = String(data.encryptionInfo);
  const transcript = isoMdocTranscript({ encryptionInfo, origin: BASE_URL });
  const claim = {
    ...{
      transcript,
      circuitHash: HASHES.six,
      docType,
      nameSpace,
      time: timeText(clock.now()),
      signer: signer.der,
    },
    elements: [["age_over_18", encode(isOver)] as const],
  };
  const response = proveWith([claim], { zkSystemId: label(HASHES.six), chain: signer.der });
  return {
    protocol: "org-iso-mdoc",
    data: await sealResponse(response, recipientOf(encryptionInfo), transcript),
  };
};

const handOver = async ({ secret }: Page, id: string, body: object) => {
  const address = `${BASE_URL}/v/${secret}/wallet/credential/${id}`;
  const request = new Request(address, { method: "POST", body: JSON.stringify(body), headers });
  const response = await walletCredential(service.deps, request, { secret, id });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
};

const rowOf = (id: string) => service.deps.db.orm.walletTransaction.findUniqueOrThrow({ where: { id } });

describe("a proof", () => {
  test("approves, and the transaction says which verifier believed it; nothing of the proof is kept", async () => {
    const page = await newPage();
    const asked = await ask(page);
    expect(await handOver(page, asked.transactionId, await prove(asked))).toMatchObject({
      status: 200,
      body: { status: "completed", outcome: "approved" },
    });
    expect(verifier.asked).toHaveLength(1);
    expect((await statusOf(service.call, page.key, page.verificationId)).result).toEqual({ verified: true });
    const row = await rowOf(asked.transactionId);
    expect(row).toMatchObject({
      status: "released",
      proofVerifier: REFERENCE_VERIFIER,
      credentialType: docType,
      trustLabel: "Utopia",
      expectationsSealed: null,
    });
  });

  test("rejects where it proves that the person is too young", async () => {
    const page = await newPage();
    const asked = await ask(page);
    expect((await handOver(page, asked.transactionId, await prove(asked, false))).body).toMatchObject({
      outcome: "rejected",
    });
  });

  test.each(["broken", "garbage", "other_value"] as const)(
    "approves nobody while the verifier is %s, costs no try, and counts once it is well again",
    async (trouble) => {
      verifier.trouble = trouble;
      const page = await newPage("require");
      const asked = await ask(page);
      const proof = await prove(asked);
      expect(await handOver(page, asked.transactionId, proof)).toMatchObject({
        status: 503,
        body: { code: "SERVICE_UNAVAILABLE" },
      });
      const row = { status: "pending", proofVerifier: null, attempts: 0 };
      expect(await rowOf(asked.transactionId)).toMatchObject(row);
      const { verificationId: id } = page;
      expect(await service.deps.db.orm.verification.findUniqueOrThrow({ where: { id } })).toMatchObject({
        attempts: 0,
      });
      verifier.trouble = null;
      expect((await handOver(page, asked.transactionId, proof)).body).toMatchObject({ outcome: "approved" });
    },
  );

  test("is verified once at a time for each page", async () => {
    verifier.trouble = "held";
    const page = await newPage();
    const [one, two] = [await ask(page), await ask(page)];
    const first = handOver(page, one.transactionId, await prove(one));
    await expect.poll(() => verifier.asked.length).toBe(1);
    expect(await handOver(page, two.transactionId, await prove(two))).toMatchObject({
      body: { code: "CHECK_IN_PROGRESS" },
    });
    expect((await rowOf(two.transactionId)).attempts).toBe(0);
    verifier.trouble = null;
    expect((await first).body).toMatchObject({ outcome: "approved" });
    expect(verifier.asked).toHaveLength(1);
  });

  test("of another page's session approves nobody", async () => {
    const [one, other] = [await newPage(), await newPage()];
    const [asked, theirs] = [await ask(one), await ask(other)];
    expect((await handOver(one, asked.transactionId, await prove(theirs))).status).toBe(422);
    expect(verifier.asked).toEqual([]);
  });
});

test("two slow proofs take a verification's places until they have been read", async () => {
  const page = await newPage();
  const { transactionId: id } = await ask(page);
  const slow = await Promise.all(
    [1, 2].map(async () => {
      const reading = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const body = new ReadableStream(
        {
          pull: async (controller) => {
            reading.resolve();
            await end.promise;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const address = `${BASE_URL}/v/${page.secret}/wallet/credential/${id}`;
      const request = new Request(address, { method: "POST", body, headers, duplex: "half" } as RequestInit);
      const answer = walletCredential(service.deps, request, { secret: page.secret, id });
      await reading.promise;
      return { answer, end: end.resolve };
    }),
  );
  expect(await handOver(page, id, {})).toMatchObject({ body: { code: "CHECK_IN_PROGRESS" } });
  for (const { answer, end } of slow) {
    end();
    await answer;
  }
  expect(await handOver(page, id, {})).toMatchObject({ body: { code: "METHOD_FAILED" } });
});

describe("a tenant's choice", () => {
  const withProofs = ({ requests }: z.infer<typeof prepared>): boolean =>
    JSON.stringify(requests).includes("mso_mdoc_zk");

  test("off: nothing is asked for, and a proof is refused unread", async () => {
    const page = await newPage("off");
    const asked = await ask(page);
    expect(withProofs(asked)).toBe(false);
    expect((await handOver(page, asked.transactionId, await prove(asked))).status).toBe(422);
    expect(verifier.asked).toEqual([]);
  });

  test("require: the page offers the browser alone, and only proofs are asked for", async () => {
    const page = await newPage("require");
    const asked = await ask(page);
    const [{ data } = expect.fail("no request")] = asked.requests;
    expect(JSON.stringify(data.dcql_query)).not.toContain('"mso_mdoc"');
    expect(await drawnPage(systemCtx(service.deps), page.secret, [])).toMatchObject({
      drawn: { view: { methods: ["wallet"] }, wallet: { apps: [] } },
    });
    const link = await tryToAsk(service.deps, page.secret, { channel: "link", app: "eu" });
    expect(link.status).toBe(400);
    expect((await handOver(page, asked.transactionId, await prove(asked))).body).toMatchObject({
      outcome: "approved",
    });
  });

  test("prefer: the credential itself is asked for once this tenant's answer found the verifier away", async () => {
    verifier.trouble = "broken";
    const [prefers, requires] = [await newPage("prefer"), await newPage("require")];
    const asked = await ask(prefers);
    expect(withProofs(asked)).toBe(true);
    expect((await handOver(prefers, asked.transactionId, await prove(asked))).status).toBe(503);
    expect(withProofs(await ask(prefers))).toBe(false);
    // What one tenant's caller sends takes proofs from no other.
    expect(withProofs(await ask(await newPage("prefer")))).toBe(true);
    expect(withProofs(await ask(requires))).toBe(true);
    clock.advance({ seconds: 60 });
    expect(withProofs(await ask(prefers))).toBe(true);
  });

  test("none: the deployment's counts", async () => {
    const page = await newPage(null);
    expect(withProofs(await ask(page))).toBe(true);
    expect(await drawnPage(systemCtx(service.deps), page.secret, [])).toMatchObject({
      drawn: { wallet: { apps: ["eu"] } },
    });
  });
});
