import { beforeAll, describe, expect, test } from "vitest";
import { annexCTranscript, sealResponse } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { createAuthority, jwkOf, NOW, newKeys } from "../../../tests/support/wallet/authority.ts";
import { type Forgery, forgeMdoc } from "../../../tests/support/wallet/forge.ts";
import { createWorld, ORIGIN, type World } from "../../../tests/support/wallet/world.ts";
import { EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE } from "../src/credential-type.ts";
import { encryptionInfo } from "../src/openid4vp/iso-mdoc.ts";
import { newTransactionKey } from "../src/transaction-key.ts";
import { verifyAnswer } from "../src/verify-answer.ts";

// ISO/IEC 18013-5 §8.3.2.1.2.2: a DeviceResponse holds a document for each DocRequest that the wallet can answer.

const EU = {
  docType: EU_AGE_VERIFICATION.type,
  nameSpace: EU_AGE_VERIFICATION.nameSpace,
} satisfies Partial<Forgery>;
const MDL = {
  docType: MOBILE_DRIVING_LICENCE.type,
  nameSpace: MOBILE_DRIVING_LICENCE.nameSpace,
} satisfies Partial<Forgery>;

let world: World;
let transcript: Uint8Array;
beforeAll(async () => {
  world = await createWorld();
  transcript = annexCTranscript(world.isoMdoc.encryptionInfo, ORIGIN);
});

const forgery = async (change: Partial<Forgery>): Promise<Forgery> => ({
  signer: world.signer,
  deviceJwk: await jwkOf((await newKeys()).privateKey),
  transcript,
  ...change,
});

const answer = async (documents: readonly Partial<Forgery>[], to = world.isoMdoc) => {
  const response = forgeMdoc(...(await Promise.all(documents.map(forgery))));
  const data = await sealResponse(response, to.key.publicJwk, transcript);
  const body = new TextEncoder().encode(JSON.stringify({ protocol: "org-iso-mdoc", data }));
  return verifyAnswer(body, { expectations: [world.dcApi, world.isoMdoc], anchors: world.anchors }, NOW);
};

describe("org-iso-mdoc, an answer of two documents", () => {
  test("both true: the first that decides is named", async () => {
    expect(await answer([EU, MDL])).toMatchObject({
      ok: true,
      value: { isOver: true, credentialType: EU.docType },
    });
    expect(await answer([MDL, EU])).toMatchObject({ ok: true, value: { credentialType: MDL.docType } });
  });

  test("one that says nothing usable leaves it to the other", async () => {
    const silent = { ...EU, elements: { age_over_16: true } };
    expect(await answer([silent, MDL])).toMatchObject({
      ok: true,
      value: { isOver: true, credentialType: MDL.docType },
    });
  });

  test("two that contradict each other prove nothing", async () => {
    expect(await answer([{ ...EU, elements: { age_over_18: false } }, MDL])).toEqual({
      ok: false,
      code: "age_undetermined",
    });
  });

  test("one forged document refuses both, wherever it stands", async () => {
    const impostor = await (await createAuthority({ name: world.authority.name })).signer();
    const forged = { ...MDL, signer: impostor };
    expect(await answer([EU, forged])).toEqual({ ok: false, code: "untrusted_issuer" });
    expect(await answer([forged, EU])).toEqual({ ok: false, code: "untrusted_issuer" });
    const changed: Partial<Forgery> = {
      ...MDL,
      itemsAfter: (items) => items.map((item) => ({ ...item, elementValue: !item.elementValue })),
    };
    expect(await answer([EU, changed])).toEqual({ ok: false, code: "digest_mismatch" });
  });

  test("a document of a type that nobody asked for refuses both", async () => {
    expect(await answer([EU, { docType: "org.example.loyalty", nameSpace: "x" }])).toEqual({
      ok: false,
      code: "doctype_mismatch",
    });
  });

  test("more documents than any wallet has", async () => {
    expect(await answer([EU, MDL, EU, MDL, EU])).toEqual({ ok: false, code: "document_count" });
  });
});

test("with a request for each type, an answer is for the one whose key it was sealed to", async () => {
  const key = newTransactionKey();
  const second = { ...world.isoMdoc, key, encryptionInfo: encryptionInfo(new Uint8Array(16), key.publicJwk) };
  const here = annexCTranscript(second.encryptionInfo, ORIGIN);
  const response = forgeMdoc(await forgery({ ...MDL, transcript: here }));
  const data = await sealResponse(response, key.publicJwk, here);
  const body = new TextEncoder().encode(JSON.stringify({ protocol: "org-iso-mdoc", data }));
  const question = { expectations: [world.isoMdoc, second], anchors: world.anchors };
  expect(await verifyAnswer(body, question, NOW)).toMatchObject({ ok: true, value: { isOver: true } });
  const neither = { expectations: [world.isoMdoc], anchors: world.anchors };
  expect(await verifyAnswer(body, neither, NOW)).toEqual({ ok: false, code: "decryption_failed" });
});
