import { describe, expect, test } from "vitest";
import { canAnswer } from "../../../lab/demo-wallet/wallet/read-request.ts";
import {
  createAuthority,
  NOW,
  SubjectKeyIdentifierExtension,
} from "../../../tests/support/wallet/authority.ts";
import { createWorld, TYPES } from "../../../tests/support/wallet/world.ts";
import { MOBILE_DRIVING_LICENCE, PID_SD_JWT } from "../src/credential-type.ts";
import { readExpectation, storeExpectation } from "../src/expectation.ts";
import { dcqlQuery } from "../src/openid4vp/dcql.ts";
import { signedLinkRequest } from "../src/openid4vp/link.ts";
import { keyIdsOf } from "../src/trust/anchor.ts";
import { anchorFrom } from "../src/trust/read-pem.ts";
import { waysOf } from "../src/ways.ts";
import { readCertificate } from "../src/x509/certificate.ts";

// OpenID4VP 1.0 §6.1.1: whose credentials count is said in the query, so that a wallet offers none that is refused.

const KEY_ID = "00112233445566778899aabbccddeeff00112233";
const AKI = Buffer.from(KEY_ID, "hex").toString("base64url");

const anchorOf = async (keyId: string | null, source: "pem" | "test" = "pem") => {
  const more = keyId === null ? [] : [new SubjectKeyIdentifierExtension(keyId)];
  const read = readCertificate((await createAuthority({ more })).der);
  if (!read.ok) throw new Error(read.code);
  return anchorFrom(read.value, { credentialType: MOBILE_DRIVING_LICENCE.type, source });
};

describe("the key identifiers of anchors", () => {
  test("are those of their certificates", async () => {
    expect(keyIdsOf([await anchorOf(KEY_ID), await anchorOf(KEY_ID)])).toEqual([AKI]);
  });

  test("are not given where an anchor has none, or there are too many: nothing that passes is held back", async () => {
    expect(keyIdsOf([await anchorOf(KEY_ID), await anchorOf(null)])).toBeNull();
    expect(keyIdsOf([await anchorOf(KEY_ID, "test")])).toBeNull();
    expect(keyIdsOf([])).toBeNull();
    const many = await Promise.all(
      Array.from({ length: 33 }, (_, i) => anchorOf(i.toString(16).padStart(40, "0"))),
    );
    expect(keyIdsOf(many)).toBeNull();
    expect(keyIdsOf(many.slice(1))).toHaveLength(32);
  });
});

const authorities = { mdl: [AKI] };

test("a query names them for the type that they are of, as the dcql library understands it", () => {
  const query = dcqlQuery([MOBILE_DRIVING_LICENCE, PID_SD_JWT], { minimumAge: 18, authorities });
  const [licence, pid] = query.credentials;
  expect(licence?.trusted_authorities).toEqual([{ type: "aki", values: [AKI] }]);
  expect(pid).not.toHaveProperty("trusted_authorities");
  const { type: docType, nameSpace } = MOBILE_DRIVING_LICENCE;
  const elements = { [nameSpace]: { age_over_18: true } };
  const canSatisfy = (keyId: string): boolean => canAnswer(query, { docType, elements, keyId });
  expect(canSatisfy(AKI)).toBe(true);
  expect(canSatisfy("AAAAAAAAAAAAAAAAAAAAAAAAAAA")).toBe(false);
});

test("they are of the anchors that count now, and are kept with the question until the wallet fetches it", async () => {
  const settings = { types: TYPES, requestSigner: null };
  const ways = async (...anchors: Awaited<ReturnType<typeof anchorOf>>[]) =>
    waysOf(
      { settings, anchorsFor: async () => anchors },
      { mode: "live", canSign: true, minimumAge: 18 },
      NOW,
    );
  const [current, old] = [await anchorOf(KEY_ID), await anchorOf("ff".repeat(20))];
  const over = { ...old, validity: { from: new Date(0), until: new Date(1) } };
  const found = await ways(current, over);
  expect(found.authorities).toEqual(authorities);

  const { signed, requestSigner } = await createWorld();
  const kept = readExpectation(storeExpectation({ ...signed, authorities: found.authorities }), TYPES);
  if (kept?.channel !== "signed_link") throw new Error("another question");
  const payload = signedLinkRequest(kept, requestSigner, null).split(".")[1] ?? "";
  const { dcql_query: query } = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(query.credentials[1]).toMatchObject({
    id: "mdl",
    trusted_authorities: [{ type: "aki", values: [AKI] }],
  });
});
