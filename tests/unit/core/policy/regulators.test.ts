import { describe, expect, test } from "vitest";
import { METHOD_IDS, proofKindOf } from "#core/policy/method-id.ts";
import { PACKS } from "#core/policy/packs.ts";
import { bindingOf, isDocumentUnbound, isRepeatable, PROOF_KINDS } from "#core/policy/proof-kind.ts";
import { CLAUSES, LIST_IS } from "#core/policy/regulator-clauses.ts";
import {
  isListed,
  LISTS,
  listsOn,
  REGULATORS,
  regulatorsAt,
  saysOf,
  unboundRefusal,
} from "#core/policy/regulators.ts";

const SHORT = { accepted: "yes", conditional: "if", refused: "no" } as const;

/** By kind of proof: Ofcom, ARCOM, KJM, AGCOM, the Commission, eSafety, New York, ANPD. */
const TABLE = {
  photo_id: "- - no - - if if -",
  photo_id_matching: "yes if yes - if if if -",
  wallet: "yes if - yes yes - - if",
  identity_provider: "yes - if if if - - -",
  in_person: "- - yes - - - - -",
  face_estimation: "yes if if - no if if -",
  credit_card: "yes no if - - - - -",
  mobile_operator: "yes - if if - - - -",
  open_banking: "yes - if if - - - -",
  email_estimation: "yes - - - - - if -",
  self_declared: "no no no no no no - no",
  repeated: "- - if - - - - -",
};

describe("the table of regulators' lists", () => {
  test("says of each kind what each list says of it", () => {
    const rows = PROOF_KINDS.map((kind) => [
      kind,
      REGULATORS.map((one) => {
        const says = saysOf(one, kind);
        return says === null ? "-" : SHORT[says];
      }).join(" "),
    ]);
    expect(Object.fromEntries(rows)).toEqual(TABLE);
  });

  test("has a clause and a source with an address for each line, and none for what is not listed", () => {
    for (const regulator of REGULATORS) {
      expect(LIST_IS[regulator]).toMatch(/^\w.*[^.]$/);
      for (const kind of PROOF_KINDS) {
        const clause = CLAUSES[regulator][kind];
        const isUnlisted = saysOf(regulator, kind) === null;
        expect([regulator, kind, clause === null]).toEqual([regulator, kind, isUnlisted]);
        if (clause === null) continue;
        expect(clause.words).toMatch(/^\w.*[^.]$/);
        expect(clause.source.title).toMatch(/\w/);
        expect(new URL(clause.source.at).protocol).toBe("https:");
        expect(clause.source.dated ?? "2025").toMatch(/^20\d\d(-\d{2}){0,2}$/);
      }
    }
  });

  test("names seven kinds for Ofcom: those of its guidance, with two for digital identity", () => {
    expect(PROOF_KINDS.filter((kind) => isListed("ofcom", kind))).toEqual([
      "photo_id_matching",
      "wallet",
      "identity_provider",
      "face_estimation",
      "credit_card",
      "mobile_operator",
      "open_banking",
      "email_estimation",
    ]);
  });

  test("has a pack for each list but Italy's, whose places are the European pack's", () => {
    const cited = PACKS.map(({ regulator }) => regulator);
    expect(REGULATORS.filter((one) => !cited.includes(one))).toEqual(["agcom"]);
    expect(LISTS.commission.places).toEqual(expect.arrayContaining([...LISTS.agcom.places]));
  });

  test("gives a practice statement the regulators by what they say", () => {
    expect(listsOn("photo_id")).toEqual({
      accepted: [],
      conditional: ["esafety", "new_york"],
      refused: ["kjm"],
    });
  });
});

describe("whose list is about a rule", () => {
  test.each([
    ["GB", 18, ["ofcom"]],
    ["GB", 16, []],
    ["DE", 18, ["kjm", "commission"]],
    ["IT", 21, ["agcom", "commission"]],
    ["PL", 18, ["commission"]],
    ["AU", 16, ["esafety"]],
    ["AU-NSW", 16, ["esafety"]],
    ["US-NY", 18, ["new_york"]],
    ["US-UT", 18, []],
    ["US", 18, []],
    ["JP", 18, []],
    ["default", 18, []],
  ] as const)("in %s from %i", (place, age, expected) => {
    expect(regulatorsAt(place, age)).toEqual(expected);
  });

  test.each([
    ["GB", 18, "ofcom"],
    ["DE", 18, "kjm"],
    ["DE", 16, null],
    ["FR", 18, "arcom"],
    ["IT", 18, "commission"],
    ["AU", 16, null],
    ["US-NY", 18, null],
    ["BR", 18, null],
    ["default", 18, null],
  ] as const)("a document that no one is compared with, in %s from %i: %j", (place, age, expected) => {
    expect(unboundRefusal(place, age)?.regulator ?? null).toBe(expected);
  });

  test("those lists are the ones that refuse it, or name documents only with a compared face", () => {
    const finds = (one: (typeof REGULATORS)[number]): boolean =>
      LISTS[one].places.some((place) => unboundRefusal(place, 18)?.regulator === one);
    const says = REGULATORS.filter(
      (one) =>
        saysOf(one, "photo_id") === "refused" ||
        (saysOf(one, "photo_id") === null && isListed(one, "photo_id_matching")),
    );
    expect(REGULATORS.filter(finds)).toEqual(says);
  });
});

describe("what a method proves", () => {
  test("is a kind of each method of this service, and what ties the person to it follows from the kind", () => {
    expect(METHOD_IDS.map((id) => [id, proofKindOf(id), bindingOf(proofKindOf(id))])).toEqual([
      ["document", "photo_id", "nothing"],
      ["sandbox", "self_declared", "nothing"],
      ["wallet", "wallet", "device_key"],
      ["voucher", "in_person", "in_person"],
      ["oidc", "identity_provider", "sign_in"],
      ["vendor", "photo_id", "nothing"],
      ["age_key", "repeated", "device_key"],
    ]);
  });

  test("no estimate, no stated age and no repeated proof can be repeated by an age key", () => {
    expect(PROOF_KINDS.filter((kind) => !isRepeatable(kind))).toEqual([
      "face_estimation",
      "email_estimation",
      "self_declared",
      "repeated",
    ]);
  });

  test("only a document that no one is compared with is a document without its person", () => {
    expect(PROOF_KINDS.filter(isDocumentUnbound)).toEqual(["photo_id"]);
  });
});
