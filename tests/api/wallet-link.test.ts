import { beforeAll, describe, expect, test } from "vitest";
import { EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE } from "#methods/wallet/credential-type.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { startHandoff, takeBack } from "#services/hosted/handoff.ts";
import { originAt } from "#services/hosts/site.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { purgeWalletTransactions } from "#services/wallet/transactions.ts";
import { complete, secretOf, start, statusOf } from "../support/http/actions.ts";
import { atSite } from "../support/http/handlers.ts";
import { submitEvidence } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { NOW, pemOf } from "../support/wallet/authority.ts";
import {
  answerTo,
  ask,
  comeBack,
  fetchRequestObject,
  post,
  tryToAsk,
} from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import type { Held } from "../support/wallet/openid4vp-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";

const world = await createWorld();
const EKU_FREE = { eku: null } as const;
const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE];
const wallet = { types, requestSigner: world.requestSigner, demoUrl: null };
const clock = testClock(NOW);
const service = promisedServiceForFile({ overrides: { now: clock.now, wallet } });

beforeAll(async () => {
  await importTrustAnchors(systemCtx(service.get().deps), {
    format: "pem",
    content: pemOf(world.authority.der),
    credentialTypes: types.map(({ type }) => type),
    ...EKU_FREE,
    label: "Utopia",
  });
});

/** A live verification of a tenant that offers the wallet. */
const newPage = async (body: object = {}) => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey: key } = await tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet", "document"] } });
  const started = await start(call, key, { ...body });
  const { verificationId } = started;
  const row = () => deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
  const transaction = (transactionId: string) =>
    deps.db.orm.walletTransaction.findUniqueOrThrow({ where: { id: transactionId } });
  return { call, deps, key, verificationId, secret: secretOf(started), row, transaction };
};

const hold = async (isOver = true, { type, nameSpace } = EU_AGE_VERIFICATION): Promise<Held> => ({
  mdoc: await issueMdoc({
    docType: type,
    nameSpace,
    elements: { age_over_16: true, age_over_18: isOver },
    signer: world.signer,
  }),
});

const REFUSED = { status: 400, body: { error: "invalid_request" } };
const APPS = ["eu", "openid4vp"] as const;

test("a wallet sends a browser back to the tenant's host that it left, and not to the tenant that has the host now", async () => {
  const { deps, secret, verificationId } = await newPage();
  const { tenantId } = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
  const host = "verify.wallet.example";
  const [id, at] = ["hst_wallet", deps.now()];
  await deps.db.orm.tenantHost.create({
    data: { id, tenantId, host, txtToken: "x", createdAt: at, verifiedAt: at },
  });
  const there = atSite(deps, { tenantId, host, origin: originAt(deps, host) });
  const wayBackOf = async () => {
    const asked = await ask(there, secret, { channel: "link", app: "eu" });
    const { body } = await post(deps, asked.transactionId, await answerTo(deps, asked, await hold()));
    return new URL(String(body.redirect_uri)).hostname;
  };
  expect(await wayBackOf()).toBe(host);
  await deps.db.orm.tenantHost.update({
    where: { id },
    data: { tenantId: (await service.get().tenant()).id },
  });
  deps.hostCache.clear();
  expect(await wayBackOf()).toBe(new URL(deps.settings.publicUrl).hostname);
});

test("a code is over once the check was handed on or taken back", async () => {
  const { deps, secret, transaction } = await newPage();
  const { transactionId } = await ask(deps, secret, { channel: "qr", app: "eu" });
  await startHandoff(systemCtx(deps), secret);
  expect(await transaction(transactionId)).toMatchObject({ status: "ended", expectationsSealed: null });
  const { transactionId: another } = await ask(deps, secret, { channel: "qr", app: "eu" });
  await takeBack(systemCtx(deps), secret);
  expect(await transaction(another)).toMatchObject({ status: "ended", expectationsSealed: null });
});

test("no key of a question outlives the verification, however that ends", async () => {
  const { call, deps, key, secret, transaction, verificationId } = await newPage();
  const { transactionId } = await ask(deps, secret, { channel: "link", app: "eu" });
  await complete(call, key, { verificationId, result: "approved" });
  expect(await transaction(transactionId)).toMatchObject({ status: "ended", expectationsSealed: null });
});

describe.each(APPS)("a code that is scanned, for the kind of wallet %s", (app) => {
  test("ends the verification with the wallet's yes, and the tenant learns of it", async () => {
    const { call, deps, key, secret, row, transaction, verificationId } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app });
    expect(asked).toMatchObject({ cookie: null, qrSvg: expect.stringMatching(/^<svg /) });
    const answered = await post(deps, asked.transactionId, await answerTo(deps, asked, await hold()));
    expect(answered).toEqual({ status: 200, body: {} });
    expect(await statusOf(call, key, verificationId)).toMatchObject({
      status: "completed",
      confidence: 1,
      result: { verified: true },
    });
    expect(await row()).toMatchObject({
      method: "wallet",
      documentType: "eu.europa.ec.av.1",
      assurance: "high_device_bound",
      verifiedAge: null,
      attempts: 1,
    });
    expect(await transaction(asked.transactionId)).toMatchObject({
      status: "released",
      expectationsSealed: null,
      trustLabel: "Utopia",
      isOver: true,
    });
    const event = await deps.db.orm.event.findFirstOrThrow({ where: { verificationId } });
    expect(event.type).toBe("verification.completed");
    const view = await (await submitEvidence(deps, secret, { method: "wallet", body: "x" })).json();
    expect(view).toMatchObject({ code: "VERIFICATION_ALREADY_COMPLETED" });
  });

  test("an honest no is a rejection, not a failure", async () => {
    const { call, deps, key, secret, verificationId } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app });
    await post(deps, asked.transactionId, await answerTo(deps, asked, await hold(false)));
    expect((await statusOf(call, key, verificationId)).result).toEqual({ verified: false });
  });

  test("the same answer a second time, and in another transaction, proves nothing", async () => {
    const [one, other] = [await newPage(), await newPage()];
    const { deps } = one;
    const asked = await ask(deps, one.secret, { channel: "qr", app });
    const body = await answerTo(deps, asked, await hold());
    expect((await post(deps, asked.transactionId, body)).status).toBe(200);
    expect(await post(deps, asked.transactionId, body)).toEqual(REFUSED);
    const elsewhere = await ask(deps, other.secret, { channel: "qr", app });
    expect(await post(deps, elsewhere.transactionId, body)).toEqual(REFUSED);
    expect(await other.row()).toMatchObject({ status: "pending", attempts: 0 });
  });

  test("five wrong answers end the transaction with its key, and not the verification", async () => {
    const { deps, secret, row, transaction } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app });
    const body = await answerTo(deps, asked, await hold());
    for (const wrong of ["error=", "", "vp_token={}", "response=x", "vp_token[proof_of_age]=AA"]) {
      expect(await post(deps, asked.transactionId, wrong)).toEqual(REFUSED);
    }
    expect(await transaction(asked.transactionId)).toMatchObject({
      status: "ended",
      attempts: 5,
      expectationsSealed: null,
    });
    expect(await post(deps, asked.transactionId, body)).toEqual(REFUSED);
    expect(await row()).toMatchObject({ status: "pending", attempts: 0 });
  });

  test("four wrong answers leave the right one its chance", async () => {
    const { deps, secret } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app });
    for (let i = 0; i < 4; i += 1) await post(deps, asked.transactionId, "vp_token={}");
    const body = await answerTo(deps, asked, await hold());
    expect((await post(deps, asked.transactionId, body)).status).toBe(200);
  });

  test("after its five minutes an answer counts no more, and the worker takes the key away", async () => {
    const { deps, secret, transaction } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app });
    const body = await answerTo(deps, asked, await hold());
    const later = new Date(NOW.getTime() + 5 * 60_000);
    const late = { ...deps, now: () => later };
    expect(await post(late, asked.transactionId, body)).toEqual(REFUSED);
    await purgeWalletTransactions(systemCtx(late), 100);
    expect(await transaction(asked.transactionId)).toMatchObject({
      status: "ended",
      expectationsSealed: null,
    });
    const nextDay = { ...deps, now: () => new Date(later.getTime() + 86_400_001) };
    await purgeWalletTransactions(systemCtx(nextDay), 100);
    await expect(transaction(asked.transactionId)).rejects.toThrow();
  });
});

describe.each(APPS)("a link on the same device, for the kind of wallet %s", (app) => {
  const answered = async () => {
    const page = await newPage();
    const asked = await ask(page.deps, page.secret, { channel: "link", app });
    const answer = await post(page.deps, asked.transactionId, await answerTo(page.deps, asked, await hold()));
    return { ...page, asked, redirectUri: String(answer.body.redirect_uri) };
  };

  test("its answer waits for the browser that asked, which brings the code back", async () => {
    const { asked, deps, redirectUri, row, secret, transaction } = await answered();
    expect(redirectUri).toMatch(
      /^https:\/\/age\.test\/openid4vp\/return\/wtx_[0-9a-f]{40}\?response_code=[\w-]{43}$/,
    );
    expect(await transaction(asked.transactionId)).toMatchObject({
      status: "verified",
      expectationsSealed: null,
    });
    expect(await row()).toMatchObject({ status: "pending" });
    expect(await comeBack(deps, redirectUri, asked.cookie)).toBe(`303 /v/${secret}?method=wallet`);
    expect(await row()).toMatchObject({ status: "completed", verified: true, method: "wallet" });
  });

  test("another browser gets nothing and decides nothing: without a cookie, and with that of another link", async () => {
    const { asked, deps, redirectUri, row, secret } = await answered();
    expect(await comeBack(deps, redirectUri, null)).toBe("303 /wallet/elsewhere");
    const second = await ask(deps, secret, { channel: "link", app });
    expect(await comeBack(deps, redirectUri, second.cookie)).toBe("303 /wallet/elsewhere");
    expect(await row()).toMatchObject({ status: "pending" });
    await comeBack(deps, redirectUri, asked.cookie);
    expect(await row()).toMatchObject({ status: "completed" });
  });

  test("somebody else's cookie releases nothing, of his own page neither", async () => {
    const { deps, redirectUri, row } = await answered();
    const other = await newPage();
    const theirs = await ask(deps, other.secret, { channel: "link", app });
    await comeBack(deps, redirectUri, theirs.cookie);
    expect([await row(), await other.row()]).toMatchObject([{ status: "pending" }, { status: "pending" }]);
  });

  test("the cookie without the code releases nothing", async () => {
    const { asked, deps, redirectUri, row } = await answered();
    const guessed = redirectUri.replace(/code=.*/, `code=${"A".repeat(43)}`);
    await comeBack(deps, guessed, asked.cookie);
    expect(await row()).toMatchObject({ status: "pending" });
  });

  test("coming back twice completes once and ends on the page both times", async () => {
    const { asked, deps, redirectUri, secret, verificationId } = await answered();
    const both = [
      await comeBack(deps, redirectUri, asked.cookie),
      await comeBack(deps, redirectUri, asked.cookie),
    ];
    expect(both).toEqual(Array(2).fill(`303 /v/${secret}?method=wallet`));
    expect(await deps.db.orm.methodAttempt.count({ where: { verificationId } })).toBe(1);
  });

  test("what it brings ends the other questions of that page, with their keys", async () => {
    const { asked, deps, redirectUri, secret, transaction } = await answered();
    const open = await ask(deps, secret, { channel: "qr", app });
    await comeBack(deps, redirectUri, asked.cookie);
    expect(await transaction(open.transactionId)).toMatchObject({
      status: "ended",
      expectationsSealed: null,
    });
  });
});

describe("what is asked", () => {
  test("without JavaScript the form leads back to the page, and a link sets its cookie for this host alone", async () => {
    const { deps, secret } = await newPage();
    const { walletStart } = await import("#http/wallet/page.ts");
    const request = new Request(`https://age.test/v/${secret}/wallet/start`, {
      method: "POST",
      body: new URLSearchParams({ channel: "link", app: "eu" }),
      headers: { "sec-fetch-site": "same-origin", origin: "null" },
    });
    const response = await walletStart({ deps, site: null }, request, { secret });
    expect([response.status, response.headers.get("location")]).toEqual([303, `/v/${secret}?method=wallet`]);
    expect(response.headers.get("set-cookie")).toMatch(
      /^__Host-lintel-wallet-[0-9a-f]{16}=\S+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test("the request object carries the wallet's nonce, and is there for an open transaction only", async () => {
    const { deps, secret } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app: "openid4vp" });
    const response = await fetchRequestObject(deps, asked.transactionId, "their-nonce");
    expect(response.headers.get("content-type")).toBe("application/oauth-authz-req+jwt");
    const [, claims = ""] = (await response.text()).split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
      wallet_nonce: "their-nonce",
      response_uri: `https://age.test/openid4vp/response/${asked.transactionId}`,
      response_mode: "direct_post.jwt",
    });
    const eu = await ask(deps, secret, { channel: "qr", app: "eu" });
    for (const id of [eu.transactionId, `wtx_${"0".repeat(40)}`, "wtx_1", "__proto__"]) {
      expect((await fetchRequestObject(deps, id, "n")).status).toBe(404);
    }
  });

  test("an answer without a form's content type, and one that is too large, are answered as any other", async () => {
    const { deps, secret } = await newPage();
    const { transactionId } = await ask(deps, secret, { channel: "qr", app: "eu" });
    const headers = { "content-type": "application/json" };
    expect(await post(deps, transactionId, "{}", { headers })).toEqual(REFUSED);
    expect(await post(deps, transactionId, "x".repeat(300_000))).toEqual(REFUSED);
    expect(await post(deps, "wtx_unknown", "x")).toEqual(REFUSED);
  });

  test("a page that asks over and over is told to wait", async () => {
    const { deps, secret } = await newPage();
    for (let i = 0; i < 60; i += 1) await ask(deps, secret, { channel: "qr", app: "eu" });
    const response = await tryToAsk(deps, secret, { channel: "qr", app: "eu" });
    expect(response.status).toBe(429);
  });

  test("a wallet's evidence cannot be handed in without having been asked for", async () => {
    const { deps, secret, row } = await newPage();
    const answer = await submitEvidence(deps, secret, { method: "wallet", body: "vp_token={}" });
    expect(await answer.json()).toMatchObject({ code: "METHOD_UNAVAILABLE" });
    expect(await row()).toMatchObject({ attempts: 0 });
  });
});
