import { describe, expect, test } from "vitest";
import { createReaderAuthority, newReader } from "../../../lab/demo-wallet/issuer/reader-certificates.ts";
import { checkReaders } from "../../../lab/demo-wallet/wallet/reader-auth.ts";
import { alteredReaderRequests } from "../../../tests/support/wallet/altered-reader-requests.ts";
import { NOW } from "../../../tests/support/wallet/authority.ts";
import { createWorld, ORIGIN } from "../../../tests/support/wallet/world.ts";
import { type MdocType, MOBILE_DRIVING_LICENCE, PHOTO_ID } from "../src/credential-type.ts";
import { isoMdocRequest } from "../src/openid4vp/iso-mdoc.ts";
import type { Reader } from "../src/openid4vp/reader-auth.ts";

// Our signed requests as the demo wallet's checker reads them: it was written from the text alone, without ours.

const { isoMdoc } = await createWorld();
const root = await createReaderAuthority({ now: NOW });
const between = await root.intermediate();
const readers = async (...from: (typeof root)[]): Promise<Reader[]> => {
  const signers = from.map((authority) => newReader(authority, { hosts: [new URL(ORIGIN).hostname] }));
  return (await Promise.all(signers)).map(({ privateKey, chain: [first = new Uint8Array(), ...above] }) => ({
    privateKey,
    chain: [first, ...above],
  }));
};

const requestOf = (type: MdocType, by: Reader[], minimumAge = 18) => {
  const { deviceRequest, encryptionInfo } = isoMdocRequest({ ...isoMdoc, minimumAge }, type, by).data;
  return { deviceRequest, encryptionInfo, origin: ORIGIN };
};

const check = (request: ReturnType<typeof requestOf>) =>
  checkReaders(request, { roots: [root.der], now: NOW });

const CHAINS = [
  ["one certificate", [root]],
  ["a certificate below another", [between]],
  ["two readers while one replaces the other", [root, between]],
] as const;

describe.each([MOBILE_DRIVING_LICENCE, PHOTO_ID])("a signed request for $id", (type) => {
  test.each(CHAINS)("is taken for every age, with %s", async (_name, from) => {
    const by = await readers(...from);
    for (let age = 13; age <= 99; age += 1) {
      expect([age, check(requestOf(type, by, age))]).toMatchObject([
        age,
        { ok: true, docTypes: [type.type] },
      ]);
    }
  });

  test.each(CHAINS)("is refused in more than forty altered forms, with %s", async (_name, from) => {
    const altered = await alteredReaderRequests(requestOf(type, await readers(...from)), NOW);
    expect(altered.length).toBeGreaterThan(40);
    const verdicts = altered.map(({ name, request }) => {
      const verdict = check(request);
      return [name, verdict.ok ? "taken" : verdict.reason];
    });
    expect(verdicts).toEqual(altered.map(({ name, reason }) => [name, reason]));
  });
});

test("an unsigned request names no reader", () => {
  expect(check(requestOf(MOBILE_DRIVING_LICENCE, []))).toMatchObject({ ok: false, reason: "no_reader_auth" });
});
