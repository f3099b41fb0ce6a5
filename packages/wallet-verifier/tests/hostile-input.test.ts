import { describe, expect, test } from "vitest";
import { jwkOf, NOW, newKeys } from "../../../tests/support/wallet/authority.ts";
import { forgeMdoc } from "../../../tests/support/wallet/forge.ts";
import { asCredential, asForm } from "../../../tests/support/wallet/openid4vp-wallet.ts";
import { damage, seeded } from "../../../tests/support/wallet/seeded-bytes.ts";
import { createWorld } from "../../../tests/support/wallet/world.ts";
import annexD from "../../../tests/vectors/iso-18013-5-annex-d.json" with { type: "json" };
import published from "../../../tests/vectors/openid4vp-and-sd-jwt.json" with { type: "json" };
import { MOBILE_DRIVING_LICENCE, PID_SD_JWT } from "../src/credential-type.ts";
import { verifyMdocAge } from "../src/mdoc/verify-document.ts";
import { type Result, WALLET_CODES } from "../src/result.ts";
import { verifySdJwtAge } from "../src/sd-jwt/verify-sd-jwt-age.ts";
import { readPemAnchors } from "../src/trust/read-pem.ts";
import { readVical } from "../src/trust-lists/read-vical.ts";
import { verifyWalletResponse } from "../src/verify-response.ts";
import { readCertificate } from "../src/x509/certificate.ts";

// Bytes of any kind, at every door: there is always an answer, it is one of the codes, and it comes soon.

const world = await createWorld();
const deviceJwk = await jwkOf((await newKeys()).privateKey);
const { anchors } = world;
const now = NOW;
const transcript = new Uint8Array([0x83, 0xf6, 0xf6, 0x80]);
const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const mdoc = forgeMdoc({ signer: world.signer, deviceJwk, transcript });
const { presentation } = published.rfc9901_A3;
const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(world.signer.der).toString("base64")}\n-----END CERTIFICATE-----`;

type Door = [string, Uint8Array, (input: Uint8Array) => Result<unknown> | Promise<Result<unknown>>];
const verifyMdoc = (input: Uint8Array) =>
  verifyMdocAge(input, { types: [MOBILE_DRIVING_LICENCE], minimumAge: 18, transcript, anchors, now });
const vpToken = { vp_token: { proof_of_age: [Buffer.from(mdoc).toString("base64url")] }, state: "s-eu" };

const doors: Door[] = [
  ["an mdoc", mdoc, verifyMdoc],
  ["Annex D's mdoc", bytes(annexD.ISO_18013_5_ANNEX_D_DEVICE_RESPONSE), verifyMdoc],
  [
    "an SD-JWT",
    text(presentation),
    (input) =>
      verifySdJwtAge(Buffer.from(input).toString(), {
        type: PID_SD_JWT,
        minimumAge: 18,
        nonce: "n",
        audience: "a",
        anchors,
        now,
      }),
  ],
  [
    "a link's answer",
    asForm(vpToken),
    (input) => verifyWalletResponse(input, world.eu.expectation, { anchors, now }),
  ],
  [
    "a signed link's answer",
    asForm({ response: published.openid4vp["8_3"].jwe }),
    (input) => verifyWalletResponse(input, world.signed, { anchors, now }),
  ],
  [
    "the browser's answer",
    asCredential("openid4vp-v1-unsigned", { response: published.openid4vp["8_3"].jwe }),
    (input) => verifyWalletResponse(input, world.dcApi, { anchors, now }),
  ],
  [
    "the browser's mdoc answer",
    asCredential("org-iso-mdoc", {
      response: Buffer.from([0x82, 0x65, 0x64, 0x63, 0x61, 0x70, 0x69, 0xa0]).toString("base64url"),
    }),
    (input) => verifyWalletResponse(input, world.isoMdoc, { anchors, now }),
  ],
  ["a certificate", world.signer.der, readCertificate],
  [
    "a PEM text",
    text(pem),
    (input) => readPemAnchors(Buffer.from(input).toString(), { credentialType: "x" }),
  ],
  ["a list", mdoc, (input) => readVical(input, { pinned: anchors, now })],
];

const INPUTS = 1200; // for each door: 12,000 in all

describe("whatever comes in", () => {
  test.each(doors)("%s: an answer, and soon", { timeout: 60_000 }, async (_name, message, open) => {
    const next = seeded(message.length);
    let slowest = 0;
    for (let count = 0; count < INPUTS; count += 1) {
      const input = damage(message, next);
      const start = performance.now();
      const result = await open(input);
      slowest = Math.max(slowest, performance.now() - start);
      if (!result.ok) expect(Object.keys(WALLET_CODES)).toContain(result.code);
    }
    // Far more than any takes, so that a busy machine fails nothing and an endless loop still does.
    expect(slowest).toBeLessThan(2000);
  });

  test.each([
    ["lists in lists", new Uint8Array(120_000).fill(0x81)],
    ["maps in maps", new Uint8Array(120_000).fill(0xa1)],
    ["tags on tags", new Uint8Array(120_000).fill(0xc6)],
    ["endless lists in endless lists", new Uint8Array(120_000).fill(0x9f)],
    ["a list of four billion", new Uint8Array([0x9a, 255, 255, 255, 255])],
    ["a map of four billion", new Uint8Array([0xba, 255, 255, 255, 255])],
    ["a text of four billion", new Uint8Array([0x7a, 255, 255, 255, 255])],
    ["a list of more than can be counted", new Uint8Array([0x9b, 255, 255, 255, 255, 255, 255, 255, 255])],
    ["embedded in embedded", new Uint8Array(Array.from({ length: 1000 }, () => [0xd8, 24]).flat())],
    ["a tag that nobody has", new Uint8Array([0xd8, 99, 0])],
    ["text as embedded CBOR", new Uint8Array([0xd8, 24, 0x61, 0x61])],
    ["a break where none belongs", new Uint8Array([0x81, 0xff])],
  ])("%s", (_name, input) => {
    expect(verifyMdoc(input)).toEqual({ ok: false, code: "cbor_malformed" });
  });

  test("deep JSON", async () => {
    const deep = `{"protocol":"openid4vp-v1-unsigned","data":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
    expect(await verifyWalletResponse(text(deep), world.dcApi, { anchors, now })).toEqual({
      ok: false,
      code: "response_malformed",
    });
  });
});
