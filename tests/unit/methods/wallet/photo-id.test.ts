import { describe, expect, test } from "vitest";
import { keyRefusal } from "#core/policy/age-key.ts";
import { evidenceOf } from "#methods/wallet/wallet-method.ts";
import {
  GOOGLE_ID_PASS,
  MOBILE_DRIVING_LICENCE,
  PHOTO_ID,
} from "../../../../packages/wallet-verifier/src/credential-type.ts";
import { verifyMdocAge } from "../../../../packages/wallet-verifier/src/mdoc/verify-document.ts";
import { NOW } from "../../../support/wallet/authority.ts";
import { createTrial, refused, sessionOf } from "../../../support/wallet/mdoc-trial.ts";

// What a wallet's provider makes of a passport: channels.test.ts has its round trips, this its traps.

const { authority, forge } = await createTrial();

/** What becomes of a document under these names where this type was asked for. */
const verify = (asked: typeof PHOTO_ID, names: { docType: string; nameSpace: string }) =>
  verifyMdocAge(forge({ ...names, elements: { age_over_18: true } }), {
    types: [asked],
    minimumAge: 18,
    transcript: sessionOf(),
    anchors: [authority.anchor(PHOTO_ID.type)],
    now: NOW,
  });

describe("a photo ID", () => {
  const real = { docType: PHOTO_ID.type, nameSpace: PHOTO_ID.nameSpace };

  test("has its ages in the namespace of ISO/IEC 23220, and in no other", () => {
    expect(verify(PHOTO_ID, real)).toMatchObject({ ok: true, value: { isOver: true } });
    for (const nameSpace of [PHOTO_ID.type, "org.iso.18013.5.1"]) {
      expect(verify(PHOTO_ID, { ...real, nameSpace })).toEqual(refused("age_undetermined"));
    }
  });

  test("under the name of a draft is refused by a reason of its own", () => {
    const draft = { ...real, docType: "org.iso.23220.photoID.1" };
    expect(verify(PHOTO_ID, draft)).toEqual({ ok: false, code: "doctype_of_draft" });
    expect(verify(MOBILE_DRIVING_LICENCE, real)).toEqual(refused("doctype_mismatch"));
  });
});

describe("what a wallet's provider derived", () => {
  const levelOf = (credentialType: string, mode: "live" | "test" = "live") =>
    evidenceOf({ band: { atLeast: 18, below: null }, credentialType }, mode).assurance;

  test.each([PHOTO_ID, GOOGLE_ID_PASS])("proves less than what an authority issued: $id", ({ type }) => {
    expect(levelOf(type)).toBe("derived_device_bound");
    expect(levelOf(type, "test")).toBe("none_test_mode");
    expect(levelOf(MOBILE_DRIVING_LICENCE.type)).toBe("high_device_bound");
  });

  test("makes no age key that counts where a policy asks for an authority's word", () => {
    const key = {
      tenantId: "ten_1",
      mode: "live" as const,
      ageAtLeast: 18,
      assurance: "derived_device_bound",
      provenIn: NOW,
      expiresOn: new Date(NOW.getTime() + 86_400_000),
      isSynced: false,
    };
    const asked = {
      tenantId: "ten_1",
      mode: "live" as const,
      minimumAge: 18,
      methods: ["wallet", "age_key"],
      proofMaxAgeDays: null,
    };
    expect(keyRefusal(key, { ...asked, rule: undefined }, NOW)).toBeNull();
    expect(keyRefusal(key, { ...asked, rule: { minimumAssurance: "high_device_bound" } }, NOW)).toBe(
      "AGE_KEY_ASSURANCE",
    );
  });
});
