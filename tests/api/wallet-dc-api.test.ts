import { describe, expect, test } from "vitest";
import { z } from "zod";
import { attestMdoc } from "../../lab/demo-wallet/issuer/attest.ts";
import { testSigner } from "../../lab/demo-wallet/issuer/test-issuer.ts";
import { docTypesIn, respondIsoMdoc } from "../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { walletCredential, walletRequests } from "../support/http/handlers.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { NOW } from "../support/wallet/authority.ts";
import { answer } from "../support/wallet/openid4vp-wallet.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL } from "../support/world/service.ts";

const clock = testClock(NOW);
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const prepared = z.object({
  transactionId: z.string(),
  requests: z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) })),
  expiresAt: z.string(),
});

const newPage = async () => {
  const { call, deps, tenant } = service.get();
  const { testKey: key } = await tenant({ plan: "scale" });
  const started = await start(call, key);
  const secret = secretOf(started);
  const { verificationId } = started;
  return { call, deps, key, secret, verificationId };
};
type Page = Awaited<ReturnType<typeof newPage>>;

const OURS = { origin: BASE_URL };

const request = async ({ deps, secret }: Page, headers: Record<string, string> = OURS) =>
  walletRequests(deps, new Request(`${BASE_URL}/v/${secret}/wallet/requests`, { method: "POST", headers }), {
    secret,
  });
const prepare = async (page: Page) => prepared.parse(await (await request(page)).json());

const handOver = async (
  { deps, secret }: Page,
  id: string,
  body: object,
  headers: Record<string, string> = OURS,
) => {
  const response = await walletCredential(
    deps,
    new Request(`${BASE_URL}/v/${secret}/wallet/credential/${id}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "text/plain", ...headers },
    }),
    { secret, id },
  );
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
};

const credentialFor = async ({ requests }: z.infer<typeof prepared>, origin = BASE_URL) => {
  const [openid4vp] = requests;
  const held = await attestMdoc("eu.europa.ec.av.1", { signer: await testSigner(NOW), age: 30, now: NOW });
  const data = await answer(openid4vp?.data ?? {}, held, { origin });
  return { protocol: "openid4vp-v1-unsigned", data };
};

describe("the Digital Credentials API", () => {
  test("offers both protocols in one call, each with a nonce and a key of its own", async () => {
    const page = await newPage();
    const [one, two] = [await prepare(page), await prepare(page)];
    expect(one.requests.map(({ protocol }) => protocol)).toEqual([
      "openid4vp-v1-unsigned",
      "org-iso-mdoc",
      "org-iso-mdoc",
    ]);
    const nonces = [one, two].flatMap(({ requests }) =>
      requests.map(({ data }) => data.nonce ?? data.encryptionInfo),
    );
    expect(new Set(nonces).size).toBe(6);
  });

  test("asks for one document in each request of org-iso-mdoc, so that nobody has to show two", async () => {
    const { requests } = await prepare(await newPage());
    const asked = requests.flatMap(({ protocol, data }) => {
      if (protocol !== "org-iso-mdoc") return [];
      return [docTypesIn({ deviceRequest: String(data.deviceRequest) })];
    });
    expect(asked).toEqual([["eu.europa.ec.av.1"], ["org.iso.18013.5.1.mDL"]]);
  });

  test("takes an answer to any of its requests, by the key that it was sealed to", async () => {
    const page = await newPage();
    const { transactionId, requests } = await prepare(page);
    const held = await attestMdoc("org.iso.18013.5.1.mDL", {
      signer: await testSigner(NOW),
      age: 30,
      now: NOW,
    });
    const { deviceRequest, encryptionInfo } = requests.at(-1)?.data ?? {};
    const data = { deviceRequest: String(deviceRequest), encryptionInfo: String(encryptionInfo) };
    const answered = await handOver(page, transactionId, {
      protocol: "org-iso-mdoc",
      data: await respondIsoMdoc(data, "mdoc" in held ? held.mdoc : expect.fail(), BASE_URL),
    });
    expect(answered).toMatchObject({ status: 200, body: { status: "completed", outcome: "approved" } });
  });

  test("a credential for this page ends the verification, and answers with the page's new state", async () => {
    const page = await newPage();
    const asked = await prepare(page);
    const answered = await handOver(page, asked.transactionId, await credentialFor(asked));
    expect(answered).toMatchObject({ status: 200, body: { status: "completed", outcome: "approved" } });
    expect((await statusOf(page.call, page.key, page.verificationId)).result).toEqual({ verified: true });
    const row = await page.deps.db.orm.walletTransaction.findUniqueOrThrow({
      where: { id: asked.transactionId },
    });
    expect(row).toMatchObject({ status: "released", expectationsSealed: null });
  });

  test("a credential that arrives again under its key is judged once, refused or not, also at the same time", async () => {
    const page = await newPage();
    const key = "a".repeat(32);
    const headers = { ...OURS, "x-evidence-key": key };
    const refused = await prepare(page);
    const nothing = { protocol: "openid4vp-v1-unsigned", data: {} };
    for (let again = 0; again < 3; again += 1)
      expect(await handOver(page, refused.transactionId, nothing, headers)).toMatchObject({
        status: 422,
        body: { code: "METHOD_FAILED" },
      });
    const row = await page.deps.db.orm.walletTransaction.findUniqueOrThrow({
      where: { id: refused.transactionId },
    });
    expect(row.attempts).toBe(1);
    const asked = await prepare(page);
    const credential = await credentialFor(asked);
    const other = { ...OURS, "x-evidence-key": "b".repeat(32) };
    const [...both] = await Promise.all(
      Array.from({ length: 2 }, () => handOver(page, asked.transactionId, credential, other)),
    );
    for (const { status } of both) expect([200, 409]).toContain(status);
    expect(await handOver(page, asked.transactionId, credential, other)).toMatchObject({
      status: 200,
      body: { status: "completed", outcome: "approved" },
    });
  });

  test("another site's page can neither ask nor hand over, nor can one that does not say where it is", async () => {
    const page = await newPage();
    const asked = await prepare(page);
    const credential = await credentialFor(asked);
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, {}]) {
      expect((await request(page, headers)).status).toBe(403);
      expect(await handOver(page, asked.transactionId, credential, headers)).toMatchObject({
        status: 403,
        body: { code: "CROSS_SITE_REFUSED" },
      });
    }
    expect((await handOver(page, asked.transactionId, credential)).status).toBe(200);
  });

  test("a credential that a wallet gave to another site is refused, and the page may ask again", async () => {
    const page = await newPage();
    const asked = await prepare(page);
    const relayed = await credentialFor(asked, "https://evil.example");
    expect(await handOver(page, asked.transactionId, relayed)).toMatchObject({
      status: 422,
      body: { code: "METHOD_FAILED" },
    });
    const own = await credentialFor(asked);
    expect((await handOver(page, asked.transactionId, own)).status).toBe(200);
  });

  test("one page's transaction is not another's, nor one of a link's kind", async () => {
    const [one, other] = [await newPage(), await newPage()];
    const asked = await prepare(one);
    const credential = await credentialFor(asked);
    for (const id of [asked.transactionId, `wtx_${"0".repeat(40)}`, "wtx_"]) {
      expect(await handOver(other, id, credential)).toMatchObject({ status: 400 });
    }
  });

  test("is over after ten minutes", async () => {
    const page = await newPage();
    const asked = await prepare(page);
    expect(asked.expiresAt).toBe(new Date(NOW.getTime() + 600_000).toISOString());
    const late = { ...page.deps, now: () => new Date(NOW.getTime() + 600_000) };
    const answered = await handOver({ ...page, deps: late }, asked.transactionId, await credentialFor(asked));
    expect(answered.status).toBe(400);
  });
});
