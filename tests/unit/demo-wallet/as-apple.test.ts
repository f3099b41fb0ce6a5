import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attestMdoc } from "../../../lab/demo-wallet/issuer/attest.ts";
import type { Authority, Signer } from "../../../lab/demo-wallet/issuer/authority.ts";
import { createReaderAuthority, newReader } from "../../../lab/demo-wallet/issuer/reader-certificates.ts";
import { type DemoWallet, startDemoWallet } from "../../../lab/demo-wallet/server/serve.ts";
import {
  AppleRefused,
  type BrowserCall,
  decideAsApple,
  respondAsApple,
} from "../../../lab/demo-wallet/wallet/as-apple.ts";
import { verifyWalletResponse } from "../../../packages/wallet-verifier/src/verify-response.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { NOW, pemOf } from "../../support/wallet/authority.ts";
import {
  EU_ITEMS,
  itemsFor,
  LICENCE_ITEMS,
  PHOTO_ID_ITEMS,
  readerRequest,
  SESSION,
} from "../../support/wallet/readers/requests.ts";
import { createWorld } from "../../support/wallet/world.ts";

// The demo wallet as Apple Wallet would: which of a page's requests it answers, and why it answers none.

const SHOP = "CN=Corner Shop, O=Corner Shop Ltd, C=UT";

let root: Authority;
let reader: Signer;

beforeAll(async () => {
  root = await createReaderAuthority({ now: NOW });
  reader = await newReader(root, { hosts: ["shop.example"] });
});

type Request = BrowserCall["requests"][number];

const iso = (...args: Parameters<typeof readerRequest>): Request => {
  const { deviceRequest, encryptionInfo } = readerRequest(...args);
  return { protocol: "org-iso-mdoc", data: { deviceRequest, encryptionInfo } };
};
const OPENID4VP: Request = { protocol: "openid4vp-v1-unsigned", data: { nonce: "n" } };
const callOf = (...requests: Request[]): BrowserCall => ({ origin: SESSION.origin, requests });
const decide = (call: BrowserCall) => decideAsApple(call, { roots: [root.der], now: NOW });

describe("decides on a call", () => {
  test("answers the first request that is for its types and signed by a known reader", () => {
    const call = callOf(
      OPENID4VP,
      iso([], { items: [EU_ITEMS] }),
      iso([], { items: [LICENCE_ITEMS] }),
      iso([reader], { items: [PHOTO_ID_ITEMS] }),
    );
    expect(decide(call)).toMatchObject({ ok: true, readers: [SHOP], docType: "org.iso.23220.photoid.1" });
  });

  test.each<[string, string, () => BrowserCall]>([
    ["a page that asks for nothing", "protocol", () => callOf()],
    ["OpenID4VP alone", "protocol", () => callOf(OPENID4VP)],
    ["an EU proof of age, signed", "doc_type", () => callOf(iso([reader], { items: [EU_ITEMS] }))],
    [
      "a draft's spelling of a photo ID",
      "doc_type",
      () => callOf(iso([reader], { items: [itemsFor("org.iso.23220.photoID.1", "org.iso.23220.1")] })),
    ],
    [
      "a licence and another type in one request",
      "doc_type",
      () => callOf(iso([reader], { items: [LICENCE_ITEMS, EU_ITEMS] })),
    ],
    [
      "an unsigned licence beside an EU proof of age",
      "no_reader_auth",
      () => callOf(iso([], { items: [EU_ITEMS] }), iso([])),
    ],
    [
      "the page of another host",
      "signature",
      () => ({ ...callOf(iso([reader])), origin: "https://evil.example" }),
    ],
    [
      "data without texts",
      "malformed",
      () => callOf({ protocol: "org-iso-mdoc", data: { deviceRequest: 1 } }),
    ],
    [
      "data that is no CBOR",
      "malformed",
      () => callOf({ protocol: "org-iso-mdoc", data: { deviceRequest: "____", encryptionInfo: "" } }),
    ],
  ])("refuses %s: %s", (_name, reason, call) => {
    expect(decide(call())).toEqual({ ok: false, reason, why: expect.any(String) });
  });

  test("refuses a reader whose root it was not given", () => {
    const decision = decideAsApple(callOf(iso([reader])), { roots: [], now: NOW });
    expect(decision).toMatchObject({ ok: false, reason: "unknown_signer" });
  });
});

describe("answers", () => {
  test("a signed request with a credential that the verifier accepts", async () => {
    const world = await createWorld();
    const { origin, encryptionInfo } = world.isoMdoc;
    const attest = async (docType: string) => {
      const held = await attestMdoc(docType, { signer: world.signer, age: 34, now: NOW });
      if (!("mdoc" in held)) throw new Error("this is an mdoc");
      return held.mdoc;
    };
    const anyHost = await newReader(root);
    const options = { roots: [root.der], now: NOW, attest };
    for (const [items, credentialType] of [
      [LICENCE_ITEMS, "org.iso.18013.5.1.mDL"],
      [PHOTO_ID_ITEMS, "org.iso.23220.photoid.1"],
    ] as const) {
      const request = iso([anyHost], { items: [items], session: { origin, encryptionInfo } });
      const data = await respondAsApple({ origin, requests: [request] }, options);
      const body = new TextEncoder().encode(JSON.stringify({ protocol: "org-iso-mdoc", data }));
      const result = await verifyWalletResponse(body, world.isoMdoc, { anchors: world.anchors, now: NOW });
      expect(result).toMatchObject({ ok: true, value: { isOver: true, credentialType } });
    }
  });

  test("nothing where it refuses, and names the reason", async () => {
    const attest = () => Promise.reject(new Error("nothing may be shown"));
    const answer = respondAsApple(callOf(iso([])), { roots: [root.der], now: NOW, attest });
    await expect(answer).rejects.toThrow(AppleRefused);
    await expect(answer).rejects.toMatchObject({ reason: "no_reader_auth" });
  });
});

describe("its page", () => {
  let wallet: DemoWallet;
  beforeAll(async () => {
    const options = { environment: "development", services: [], now: () => NOW };
    wallet = await startDemoWallet({ port: await anyPort(), readerRoots: [root.der], ...options });
  });
  afterAll(() => wallet.stop());

  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams(fields);
    const response = await fetch(`${wallet.url}/apple`, { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  };
  const fields = ({ origin, requests }: BrowserCall) => ({ origin, call: JSON.stringify({ requests }) });

  test("is offered on the home page, and is not what the wallet does by itself", async () => {
    expect(await (await fetch(wallet.url)).text()).toContain('href="/apple"');
    const empty = await fetch(`${wallet.url}/apple`);
    expect(empty.status).toBe(200);
    expect(await empty.text()).not.toMatch(/would answer<|would refuse/);
  });

  test("says who would get what", async () => {
    const { status, text } = await post(fields(callOf(iso([reader]))));
    expect(status).toBe(200);
    expect(text).toContain("Apple Wallet would answer");
    expect(text).toContain(`<code>org.iso.18013.5.1.mDL</code> to <strong>${SHOP}</strong>`);
  });

  test("takes the argument of navigator.credentials.get too", async () => {
    const { origin, requests } = callOf(iso([reader]));
    const { text } = await post({ origin, call: JSON.stringify({ digital: { requests } }) });
    expect(text).toContain("Apple Wallet would answer");
  });

  test("names the reason of a refusal and what to do about it", async () => {
    const { text } = await post(fields(callOf(iso([]))));
    expect(text).toContain("would refuse: no_reader_auth");
    expect(text).toContain("Sign the request with the certificate");
  });

  test("trusts the roots that are pasted", async () => {
    const other = await createReaderAuthority({ now: NOW, name: "CN=Other Root" });
    const call = fields(callOf(iso([await newReader(other)])));
    expect((await post(call)).text).toContain("would refuse: unknown_signer");
    expect((await post({ ...call, roots: pemOf(other.der) })).text).toContain("Apple Wallet would answer");
  });

  test.each([
    ["no JSON", { call: "{" }, "not a JSON object"],
    ["JSON of another shape", { call: "[]" }, "not a JSON object"],
    ["a root that is none", { roots: pemOf(new Uint8Array(3)) }, "not a certificate in PEM"],
  ])("says what is wrong with %s", async (_name, change, said) => {
    const { status, text } = await post({ ...fields(callOf(iso([reader]))), ...change });
    expect(status).toBe(400);
    expect(text).toContain(said);
  });

  test("shows what was posted as text, never as markup", async () => {
    const { text } = await post({ origin: "<script>", call: "<script>", roots: "</textarea><script>" });
    expect(text).not.toContain("<script");
  });

  test("answers to its own address only", async () => {
    expect((await post({}, { origin: "https://evil.example" })).status).toBe(403);
  });
});
