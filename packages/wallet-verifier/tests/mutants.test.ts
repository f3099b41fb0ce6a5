import { describe, expect, test } from "vitest";
import { createAuthority, jwkOf, NOW, newKeys } from "../../../tests/support/wallet/authority.ts";
import { forgeMdoc } from "../../../tests/support/wallet/forge.ts";
import { forgeSdJwt } from "../../../tests/support/wallet/forge-sd-jwt.ts";
import { MOBILE_DRIVING_LICENCE, PID_SD_JWT } from "../src/credential-type.ts";
import { dcApiTranscript } from "../src/mdoc/transcript.ts";
import { verifyMdocAge } from "../src/mdoc/verify-document.ts";
import type { WalletProof } from "../src/proof.ts";
import type { Result } from "../src/result.ts";
import { verifySdJwtAge } from "../src/sd-jwt/verify-sd-jwt-age.ts";

// One byte of a real proof is changed: every byte, several ways. Nothing that is accepted may say another age.

const MUTANTS = 5000;
const authority = await createAuthority();
const signer = await authority.signer();
const jwk = await jwkOf((await newKeys()).privateKey);

type Count = { mutants: number; accepted: number };

/** Every place in turn, with another change each time round. */
const tryMutants = (
  proof: Uint8Array,
  verify: (bytes: Uint8Array) => Result<WalletProof>,
  honest: Result<WalletProof>,
): Count => {
  const count = { mutants: 0, accepted: 0 };
  const changes = [1, 0x80, 0x20, 0xff, 0x04, 0x11];
  for (const change of changes) {
    for (let at = 0; at < proof.length && count.mutants < Math.max(MUTANTS, proof.length * 2); at += 1) {
      const result = verify(proof.with(at, (proof[at] ?? 0) ^ change));
      count.mutants += 1;
      if (!result.ok) continue;
      count.accepted += 1;
      expect([at, change, result]).toEqual([at, change, honest]);
    }
  }
  return count;
};

describe.each([true, false])("a proof that says %s", (isOver) => {
  test("as an mdoc", { timeout: 60_000 }, () => {
    const transcript = dcApiTranscript({ origin: "https://a.example", nonce: "n", thumbprint: null });
    const elements = { age_over_18: isOver };
    const proof = forgeMdoc({ signer, deviceJwk: jwk, transcript, elements });
    const anchors = [authority.anchor(MOBILE_DRIVING_LICENCE.type)];
    const types = [MOBILE_DRIVING_LICENCE];
    const verify = (bytes: Uint8Array) =>
      verifyMdocAge(bytes, { types, minimumAge: 18, transcript, anchors, now: NOW });
    const honest = verify(proof);
    expect(honest).toMatchObject({ ok: true, value: { isOver } });
    const { mutants, accepted } = tryMutants(proof, verify, honest);
    expect(mutants).toBeGreaterThanOrEqual(MUTANTS);
    // The version's second digit may be any, and what stands in the response beside the document is not read.
    expect(accepted).toBeLessThan(20);
  });

  test("as an SD-JWT", { timeout: 60_000 }, () => {
    const disclosures = [["c2FsdHNhbHRzYWx0c2FsdA", "age_equal_or_over", { 18: isOver }]];
    const proof = forgeSdJwt({ signer, holderJwk: jwk, nonce: "n", aud: "a", disclosures });
    const anchors = [authority.anchor(PID_SD_JWT.type)];
    const verify = (bytes: Uint8Array) =>
      verifySdJwtAge(Buffer.from(bytes).toString("latin1"), {
        type: PID_SD_JWT,
        minimumAge: 18,
        nonce: "n",
        audience: "a",
        anchors,
        now: NOW,
      });
    const honest = verify(new TextEncoder().encode(proof));
    expect(honest).toMatchObject({ ok: true, value: { isOver } });
    const { mutants, accepted } = tryMutants(new TextEncoder().encode(proof), verify, honest);
    expect(mutants).toBeGreaterThanOrEqual(MUTANTS);
    // The last character of a base64url text may hold bits that mean nothing.
    expect(accepted).toBeLessThan(20);
  });
});
