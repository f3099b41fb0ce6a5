import { CompactEncrypt, importJWK } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { annexCTranscript, sealResponse } from "../../../tests/support/wallet/auth0-wallet.ts";
import { NOW } from "../../../tests/support/wallet/authority.ts";
import { forgeMdoc } from "../../../tests/support/wallet/forge.ts";
import { issueMdoc } from "../../../tests/support/wallet/mdoc-wallet.ts";
import { answer, asCredential, asForm, type Held } from "../../../tests/support/wallet/openid4vp-wallet.ts";
import { issueSdJwt } from "../../../tests/support/wallet/sd-jwt-wallet.ts";
import { createWorld, ORIGIN, type World } from "../../../tests/support/wallet/world.ts";
import { EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE, PID_SD_JWT } from "../src/credential-type.ts";
import type { WalletExpectation } from "../src/expectation.ts";
import { encryptionInfo } from "../src/openid4vp/iso-mdoc.ts";
import { signedLink, signedLinkRequest } from "../src/openid4vp/link.ts";
import { unsignedDcApiRequest } from "../src/openid4vp/request.ts";
import { decryptResponse } from "../src/openid4vp/response.ts";
import type { WalletCode } from "../src/result.ts";
import { newTransactionKey } from "../src/transaction-key.ts";
import { verifyWalletResponse } from "../src/verify-response.ts";

// Real answers that arrive where they do not belong: in another transaction, from another site, in another form.

let world: World;
let licence: Held;
let pid: Held;
let euAnswer: Record<string, unknown>;
let linkAnswer: Record<string, unknown>;
let dcAnswer: Record<string, unknown>;
let dcSdJwtAnswer: Record<string, unknown>;
let isoAnswer: { response: string };

beforeAll(async () => {
  world = await createWorld();
  const { eu, signed, dcApi, isoMdoc, requestSigner, signer } = world;
  const mdoc = (type: { type: string; nameSpace: string }) =>
    issueMdoc({ docType: type.type, nameSpace: type.nameSpace, elements: { age_over_18: true }, signer });
  licence = { mdoc: await mdoc(MOBILE_DRIVING_LICENCE) };
  pid = { sdJwt: await issueSdJwt({ vct: PID_SD_JWT.type, ages: { 18: true }, signer }) };
  euAnswer = await answer(eu.link, { mdoc: await mdoc(EU_AGE_VERIFICATION) });
  const fetchRequest = (nonce: string) => signedLinkRequest(signed, requestSigner, nonce);
  linkAnswer = await answer(signedLink(signed, `${ORIGIN}/r`), licence, { fetchRequest });
  const { data } = unsignedDcApiRequest(dcApi);
  dcAnswer = await answer({ ...data }, licence, { origin: ORIGIN });
  dcSdJwtAnswer = await answer({ ...data }, pid, { origin: ORIGIN });
  const transcript = annexCTranscript(isoMdoc.encryptionInfo, ORIGIN);
  const { deviceJwk } = await mdoc(MOBILE_DRIVING_LICENCE);
  const response = forgeMdoc({ signer, deviceJwk, transcript });
  isoAnswer = await sealResponse(response, isoMdoc.key.publicJwk, transcript);
});

const verify = (body: Uint8Array, expectation: WalletExpectation, now = NOW) =>
  verifyWalletResponse(body, expectation, { anchors: world.anchors, now });
const refused = (code: WalletCode) => ({ ok: false, code });
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe("a link for the EU's app", () => {
  test.each<[string, WalletCode, Partial<World["eu"]["expectation"]>]>([
    ["another nonce: replayed in another transaction", "device_signature", { nonce: "n-other" }],
    ["another client id", "device_signature", { clientId: "redirect_uri:https://evil.example" }],
    ["another response address", "device_signature", { responseUri: "https://evil.example" }],
    ["another state", "state_mismatch", { state: "s-other" }],
    ["a credential that was not asked for", "vp_token_malformed", { types: [] }],
  ])("%s: %s", async (_name, code, change) => {
    expect(await verify(asForm(euAnswer), { ...world.eu.expectation, ...change })).toEqual(refused(code));
  });

  test("more than one good presentation, or one under another name", async () => {
    const [presentation] = Object.values(euAnswer.vp_token ?? {}).flat();
    for (const vpToken of [
      { proof_of_age: [presentation, presentation] },
      { proof_of_age: [presentation], mdl: [presentation] },
      { mdl: [presentation] },
      { proof_of_age: [[presentation]] },
    ]) {
      const body = asForm({ vp_token: vpToken, state: "s-eu" });
      expect(await verify(body, world.eu.expectation)).toEqual(refused("vp_token_malformed"));
    }
  });

  test("after its time", async () => {
    const late = new Date(world.eu.expectation.expiresAt.getTime() + 1);
    expect(await verify(asForm(euAnswer), world.eu.expectation, late)).toEqual(
      refused("transaction_expired"),
    );
  });

  test.each<[string, WalletCode, () => string]>([
    ["declined", "response_error", () => "error=access_denied&state=s-eu"],
    ["two tokens", "response_malformed", () => "vp_token=%7B%7D&vp_token=%7B%7D"],
    ["two forms of the token", "vp_token_malformed", () => "vp_token=%7B%7D&vp_token%5Ba%5D=b&state=s-eu"],
    ["no token", "vp_token_malformed", () => "state=s-eu"],
    ["a token that is text", "vp_token_malformed", () => "vp_token=abc&state=s-eu"],
    ["no presentation", "vp_token_malformed", () => 'vp_token={"proof_of_age":[]}'],
    ["two presentations", "vp_token_malformed", () => 'vp_token={"proof_of_age":["a","b"]}'],
    ["two credentials", "vp_token_malformed", () => 'vp_token={"proof_of_age":["a"],"mdl":["b"]}'],
    ["a presentation that is an object", "vp_token_malformed", () => 'vp_token={"proof_of_age":[{}]}'],
    ["a presentation that is no base64url", "vp_token_malformed", () => 'vp_token={"proof_of_age":["a+b"]}'],
    ["a name from the prototype", "vp_token_malformed", () => 'vp_token={"__proto__":["a"]}'],
    ["too much", "too_large", () => "a".repeat(300_000)],
  ])("%s: %s", async (_name, code, body) => {
    expect(await verify(text(body()), world.eu.expectation)).toEqual(refused(code));
  });
});

describe("a signed link", () => {
  test.each<[string, WalletCode, () => Partial<World["signed"]>]>([
    ["another nonce: replayed in another transaction", "device_signature", () => ({ nonce: "n-other" })],
    ["another client id", "device_signature", () => ({ clientId: "x509_hash:evil" })],
    ["another response address", "device_signature", () => ({ responseUri: "https://evil.example" })],
    ["another state", "state_mismatch", () => ({ state: "s-other" })],
    ["another transaction's key", "encryption_header", () => ({ key: newTransactionKey() })],
    [
      "another transaction's key under this one's name",
      "decryption_failed",
      () => ({ key: { ...newTransactionKey(), kid: world.signed.key.kid } }),
    ],
    ["a credential that was not asked for", "vp_token_malformed", () => ({ types: [PID_SD_JWT] })],
  ])("%s: %s", async (_name, code, change) => {
    expect(await verify(asForm(linkAnswer), { ...world.signed, ...change() })).toEqual(refused(code));
  });

  test("unencrypted where encryption was asked for", async () => {
    expect(await verify(asForm(euAnswer), world.signed)).toEqual(refused("encryption_missing"));
    expect(await verify(text("response=a.b.c"), world.signed)).toEqual(refused("encryption_missing"));
  });

  test("encrypted in a way that was not asked for", async () => {
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const { kid } = world.signed.key;
    for (const value of [
      { alg: "RSA-OAEP", enc: "A256GCM", kid },
      { alg: "ECDH-ES", enc: "A128CBC-HS256", kid },
      { alg: "dir", enc: "A256GCM", kid },
    ]) {
      const [, ...rest] = String(linkAnswer.response).split(".");
      const jwe = [header(value), ...rest].join(".");
      expect(await verify(asForm({ response: jwe }), world.signed)).toEqual(refused("encryption_header"));
    }
  });
});

describe("the Digital Credentials API", () => {
  test.each<[string, WalletCode, () => Partial<World["dcApi"]>]>([
    ["another nonce", "device_signature", () => ({ nonce: "n-other" })],
    ["another site", "device_signature", () => ({ origin: "https://evil.example" })],
    ["another key", "encryption_header", () => ({ key: newTransactionKey() })],
  ])("%s: %s", async (_name, code, change) => {
    const body = asCredential(world.dcApi.protocol, dcAnswer);
    expect(await verify(body, { ...world.dcApi, ...change() })).toEqual(refused(code));
  });

  test.each<[string, WalletCode, () => Partial<World["dcApi"]>]>([
    ["another nonce, SD-JWT", "key_binding_nonce", () => ({ nonce: "n-other" })],
    ["another site, SD-JWT", "key_binding_audience", () => ({ origin: "https://evil.example" })],
  ])("%s: %s", async (_name, code, change) => {
    const body = asCredential(world.dcApi.protocol, dcSdJwtAnswer);
    expect(await verify(body, { ...world.dcApi, ...change() })).toEqual(refused(code));
  });

  test("opened by a man in the middle and encrypted again to the right key", async () => {
    const middle = newTransactionKey();
    const { data } = unsignedDcApiRequest({ ...world.dcApi, key: middle });
    const opened = await decryptResponse(
      String((await answer({ ...data }, licence, { origin: ORIGIN })).response),
      middle,
    );
    if (!opened.ok) throw new Error("the man in the middle cannot read what was encrypted to him");
    const { kid, publicJwk } = world.dcApi.key;
    const jwe = await new CompactEncrypt(text(JSON.stringify(opened.value)))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid })
      .encrypt(await importJWK({ ...publicJwk }, "ECDH-ES"));
    const body = asCredential(world.dcApi.protocol, { response: jwe });
    expect(await verify(body, world.dcApi)).toEqual(refused("device_signature"));
  });

  test.each<[string, WalletCode, () => unknown]>([
    ["another protocol", "protocol_mismatch", () => ({ protocol: "openid4vp-v1-signed", data: dcAnswer })],
    [
      "an error",
      "response_error",
      () => ({ protocol: "openid4vp-v1-unsigned", data: { error: "access_denied" } }),
    ],
    [
      "no encryption",
      "encryption_missing",
      () => ({ protocol: "openid4vp-v1-unsigned", data: { vp_token: {} } }),
    ],
    ["no data", "response_malformed", () => ({ protocol: "openid4vp-v1-unsigned" })],
    ["a list", "response_malformed", () => []],
  ])("%s: %s", async (_name, code, body) => {
    expect(await verify(text(JSON.stringify(body())), world.dcApi)).toEqual(refused(code));
  });
});

describe("org-iso-mdoc", () => {
  const body = () => asCredential("org-iso-mdoc", isoAnswer);

  test("as it should be", async () => {
    expect(await verify(body(), world.isoMdoc)).toMatchObject({ ok: true, value: { isOver: true } });
  });

  test.each<[string, WalletCode, () => Partial<World["isoMdoc"]>]>([
    ["another site", "decryption_failed", () => ({ origin: "https://evil.example" })],
    [
      "another nonce",
      "decryption_failed",
      () => ({ encryptionInfo: encryptionInfo(new Uint8Array(16), world.isoMdoc.key.publicJwk) }),
    ],
    ["another key", "decryption_failed", () => ({ key: newTransactionKey() })],
    ["a credential that was not asked for", "doctype_mismatch", () => ({ types: [EU_AGE_VERIFICATION] })],
  ])("%s: %s", async (_name, code, change) => {
    expect(await verify(body(), { ...world.isoMdoc, ...change() })).toEqual(refused(code));
  });

  test("sealed for this session, signed for another: a relay", async () => {
    const { isoMdoc, signer } = world;
    const elsewhere = annexCTranscript(isoMdoc.encryptionInfo, "https://evil.example");
    if (!("mdoc" in licence)) throw new Error("no mdoc");
    const response = forgeMdoc({ signer, deviceJwk: licence.mdoc.deviceJwk, transcript: elsewhere });
    const here = annexCTranscript(isoMdoc.encryptionInfo, ORIGIN);
    const relayed = await sealResponse(response, isoMdoc.key.publicJwk, here);
    expect(await verify(asCredential("org-iso-mdoc", relayed), isoMdoc)).toEqual(refused("device_signature"));
  });

  test.each([
    ["nothing", {}],
    ["text", { response: "gA" }],
    ["no base64url", { response: "a+b=" }],
    ["another list", { response: Buffer.from([0x82, 0x61, 0x61, 0xa0]).toString("base64url") }],
  ])("%s", async (_name, data) => {
    expect(await verify(asCredential("org-iso-mdoc", data), world.isoMdoc)).toEqual(
      refused("response_malformed"),
    );
  });
});
