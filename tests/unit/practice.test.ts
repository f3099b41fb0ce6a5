import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROVING_LEVELS } from "#core/assurance.ts";
import {
  comparesFace,
  hasSelfieChoice,
  methodOfVendor,
  VENDOR_KINDS,
  type VendorKind,
  vendorLevel,
  vendorProofKind,
} from "#core/identity/vendor.ts";
import { kindOf, METHOD_IDS, sharedMethodId } from "#core/policy/method-id.ts";
import { EVERY_COLUMN_IS_ARCHIVED, OF_TENANT } from "#core/practice/of-tenant.ts";
import { RETENTIONS } from "#core/practice/retentions.ts";
import { canonicalJson, practiceChanges, practiceStatement, UNSAYABLE } from "#core/practice/statement.ts";
import { NEVER_STORED, STORED } from "#core/practice/stored.ts";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";
import { ASSURANCES, PROCESSORS, STATED_METHODS } from "#core/practice/words.ts";
import { EVERY_COLUMN_IS_STATED } from "#data/service/practice.ts";
import { createWalletMethod } from "#methods/wallet/wallet-method.ts";
import { practiceOf } from "#runtime/practice.ts";
import {
  type CredentialType,
  EU_AGE_VERIFICATION,
  PHOTO_ID,
  PID_SD_JWT,
} from "../../packages/wallet-verifier/src/credential-type.ts";
import { testConfig } from "../support/world/service.ts";
import { input } from "./practice-input.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("parties", () => {
  const namesOf = (env: Record<string, string>, tenant: { hasSlack: boolean } | null = null) => {
    const { uses } = practiceOf(testConfig({ DATABASE_URL: "postgresql://localhost/x", ...env }));
    const { processors } = practiceStatement({ ...input(tenant), uses });
    return processors.filter(({ name }) => !name.includes("where a tenant")).map(({ id }) => id);
  };

  test("everyone that a setting leads to is named, also where it is nothing of people who are checked", () => {
    expect(namesOf({})).toEqual(["database"]);
    const all = {
      ALERT_SLACK_URL: "https://hooks.slack.com/services/T/B/x",
      STRIPE_METER_SECRET_KEY: "rk_test_x",
      STRIPE_METER_EVENT_NAME: "checks",
      REDIS_URL: "redis://localhost",
    };
    expect(namesOf(all)).toEqual(["database", "cache", "slack", "usage_meters"]);
  });

  test("a tenant's own Slack is named once", () => {
    expect(namesOf({}, { hasSlack: true })).toEqual(["database", "slack"]);
    const slack = { ALERT_SLACK_URL: "https://hooks.slack.com/services/T/B/x" };
    expect(namesOf(slack, { hasSlack: true })).toEqual(["database", "slack"]);
  });
});

describe("the operator", () => {
  const named = (operator: string | null) => practiceStatement({ ...input(), operator }).roles[0];

  test("who has no name, or one that says what a statement must not, is not given, and no host stands for them", () => {
    expect(named("Age Ltd")).toMatchObject({ role: "operator", name: "Age Ltd" });
    for (const operator of [null, "Certified Age Ltd"])
      expect(named(operator)).toMatchObject({ role: "operator", name: "not given" });
  });
});

describe("zero-knowledge proofs", () => {
  const wallet = (
    policy: "off" | "prefer" | "require" | null,
    own: "off" | "prefer" | "require" | null = null,
  ) => {
    const given = input({ methods: ["document", "wallet"], walletProofs: own });
    const proofs = policy && { policy, verifier: "The verifier" };
    return practiceStatement({ ...given, proofs }).methods;
  };

  test("the wallet's part says how they are asked for and which program verifies them, and no other part does", () => {
    const [document, asked] = wallet("prefer");
    expect(document).not.toHaveProperty("zeroKnowledge");
    expect(asked?.zeroKnowledge).toEqual({
      isRequired: false,
      says: "Where the browser can ask a wallet, it asks for a proof of the answer instead of the credential. Wallets that cannot give one, and those reached by a link or a QR code, show the credential.",
      verifiedBy: "The verifier, on the operator's own machine",
    });
    expect(wallet("off", "require")[1]?.zeroKnowledge).toMatchObject({ isRequired: true });
  });

  test("nothing is said where none is asked for", () => {
    const before = canonicalJson(wallet(null));
    expect(before).not.toContain("zeroKnowledge");
    expect(canonicalJson(wallet("off"))).toBe(before);
    expect(canonicalJson(wallet("prefer", "off"))).toBe(before);
    expect(canonicalJson(wallet(null, "require"))).toBe(before);
  });
});

test("a wallet's part names only the levels that the deployment's credentials reach", () => {
  const part = (levels?: readonly string[]) => {
    const methods = input().methods.map((method) =>
      method.id === "wallet" && levels ? { ...method, levels } : method,
    );
    const [wallet] = practiceStatement({ ...input({ methods: ["wallet"] }), methods }).methods;
    return wallet?.assurances.map(({ assurance }) => assurance);
  };
  expect(part()).toEqual(["high_device_bound", "derived_device_bound"]);
  expect(part(["high_device_bound"])).toEqual(["high_device_bound"]);
  const levelsOf = (types: readonly CredentialType[]) =>
    createWalletMethod({
      settings: { types, requestSigner: null },
      publicUrl: "https://age.test",
      random: () => new Uint8Array(),
      anchorsFor: async () => [],
    }).levels;
  expect(levelsOf([EU_AGE_VERIFICATION, PID_SD_JWT])).toEqual(["high_device_bound"]);
  expect(levelsOf([PHOTO_ID])).toEqual(["derived_device_bound"]);
});

describe("what is stored", () => {
  test("every column of every table has its words, and no words are of a column that is gone", () => {
    const models = [...read("prisma/schema.prisma").matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
    const names = new Set(models.map(([, name]) => name));
    const columns = Object.fromEntries(
      models.map(([, name = "", body = ""]) => [
        name,
        [...body.matchAll(/^ {2}(\w+)\s+(\w+)/gm)].flatMap(([, field = "", type = ""]) =>
          names.has(type) ? [] : [field],
        ),
      ]),
    );
    const stated = Object.fromEntries(
      Object.entries(STORED).map(([table, items]) => [
        table,
        items.flatMap(({ fields }) => fields.split(" ")),
      ]),
    );
    const sorted = (tables: Record<string, string[]>) =>
      Object.entries(tables)
        .map(([table, fields]) => `${table}: ${fields.toSorted().join(" ")}`)
        .toSorted();
    expect(models.length).toBeGreaterThan(40);
    expect(sorted(stated)).toEqual(sorted(columns));
    expect(EVERY_COLUMN_IS_STATED).toBe(true);
    // Of a tenant's archive and deletion: the same tables, and every column in the archive or named with a reason.
    expect(Object.keys(OF_TENANT).toSorted()).toEqual(Object.keys(STORED).toSorted());
    expect(EVERY_COLUMN_IS_ARCHIVED).toBe(true);
  });

  test("a table with a check or a member in it is someone's", () => {
    const ofNobody = Object.entries(STORED).flatMap(([table, items]) =>
      items.every(({ of }) => of === "nobody") ? [table] : [],
    );
    const named = /verificationId|memberId|email|subject|ipHash|cookieHash/i;
    // Its subject is an endpoint, a key, a certificate or a request.
    const others = ofNobody.filter((table) => table !== "Alert");
    const wrong = Object.entries(STORED).filter(
      ([table, items]) => others.includes(table) && items.some(({ fields }) => named.test(fields)),
    );
    expect(ofNobody.length).toBeGreaterThan(15);
    expect(wrong.map(([table]) => table)).toEqual([]);
  });

  test("SECURITY.md's table names every table about people and members", () => {
    const [, table = ""] = read("SECURITY.md").split("## What is kept, and how");
    const names = Object.entries(STORED).flatMap(([model, items]) =>
      items.some(({ of }) => of !== "nobody")
        ? [model.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase()]
        : [],
    );
    const rows = table.split("\n## ")[0] ?? "";
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !new RegExp(`\`${name}[\`.]`).test(rows))).toEqual([]);
  });

  test("an item of a person is in the statement with its place and its time", () => {
    const { data } = practiceStatement(input({ metadataRetentionDays: 7 }));
    expect(data.find(({ stored }) => stored.includes("metadata"))).toEqual({
      id: "Verification 5",
      of: "person",
      item: "what the tenant gave: metadata and its own reference, the addresses to return to and to report to, a keyed hash of the network address",
      stored:
        "Verification: callbackUrl, cancelUrl, notificationUrl, reference, holdsReference, metadata, ipHash",
      place: "database",
      retention: "given",
      kept: "7 days after the start, and a webhook after it was made",
      seconds: 7 * 86_400,
    });
    const ofDeployment = practiceStatement(input()).data.find(({ retention }) => retention === "given");
    expect(ofDeployment).toMatchObject({
      kept: "as many days as each tenant states, after the start, and a webhook after it was made",
      seconds: null,
    });
  });
});

describe("what a method proves", () => {
  const rows = [...read("docs/assurance.md").matchAll(/^\| `(\w+)` \|[^|]*\| ([^|]*) \|([^|]*)\|$/gm)];

  test("docs/assurance.md says it in the same words", () => {
    const said = rows.map(([, assurance, proves, not]) => [assurance, { proves, doesNotProve: not?.trim() }]);
    expect(Object.fromEntries(said)).toEqual(ASSURANCES);
  });

  test("every assurance belongs to a method, or to the tenant's own backend", () => {
    const used = Object.values(STATED_METHODS).flatMap(({ assurances }) => [...assurances]);
    expect(new Set([...used, "asserted_by_tenant"])).toEqual(new Set(Object.keys(ASSURANCES)));
  });

  test("what a rule takes for the least that a method proves is the least that the statement says", () => {
    for (const id of METHOD_IDS) {
      const said: readonly string[] = STATED_METHODS[id].assurances;
      expect(kindOf(id)?.proves, id).toBe(PROVING_LEVELS.find((level) => said.includes(level)) ?? null);
    }
  });

  test("docs/assurance.md has every method in its category", () => {
    const [, table = ""] = read("docs/assurance.md").split("## By category");
    const [rows = ""] = table.split("\n## ");
    const named = [...rows.matchAll(/^\|[^|]*\|[^|]*\| `([\w:…]+)`/gm)].map(([, id = ""]) => id);
    expect(named.map(sharedMethodId).toSorted()).toEqual(METHOD_IDS.toSorted());
  });

  test("is said in the terms of regulators' lists, of a company by what the tenant's account asks for", () => {
    const at = (kind: VendorKind, asksSelfie: boolean) => ({
      id: methodOfVendor(kind),
      name: "Company",
      host: "company.example",
      isForTests: false,
      proofKind: vendorProofKind({ kind, asksSelfie }),
    });
    const { methods } = practiceStatement(
      input({
        methods: ["document", "wallet", "vendor:stripe", "vendor:yoti", "vendor:didit"],
        vendors: [at("stripe", true), at("yoti", false), at("didit", false)],
      }),
    );
    const said = methods.map(({ id, proofKind, binding, isRepeatable, lists }) => {
      const { accepted, refused } = lists;
      return [id, proofKind, binding, isRepeatable, accepted.join(" "), refused.join(" ")];
    });
    expect(said).toEqual([
      ["document", "photo_id", "nothing", true, "", "kjm"],
      ["wallet", "wallet", "device_key", true, "ofcom agcom commission", ""],
      ["vendor:stripe", "photo_id_matching", "face", true, "ofcom kjm", ""],
      ["vendor:yoti", "photo_id_matching", "face", true, "ofcom kjm", ""],
      ["vendor:didit", "photo_id_matching", "face", true, "ofcom kjm", ""],
    ]);
    expect(methods.filter(({ checksLiveness }) => checksLiveness)).toEqual([]);
  });

  test("of a company follows from one answer about the face; its level also from whether the company's answer says so", () => {
    const rows = VENDOR_KINDS.flatMap((kind) =>
      [false, ...(hasSelfieChoice(kind) ? [true] : [])].map((asksSelfie) => {
        const account = { kind, asksSelfie };
        return [kind, comparesFace(account), vendorProofKind(account), vendorLevel(account)];
      }),
    );
    expect(rows).toEqual([
      ["stripe", false, "photo_id", "asserted_by_vendor"],
      ["stripe", true, "photo_id_matching", "asserted_by_vendor_with_selfie"],
      ["yoti", true, "photo_id_matching", "asserted_by_vendor"],
      ["didit", true, "photo_id_matching", "asserted_by_vendor_with_selfie"],
    ]);
  });

  test("a provider is a method by the name that people know, and one that is off is none", () => {
    const provider = { id: "oidc:mitid", name: "MitID", host: "mitid.example", isForTests: false };
    const { methods, processors } = practiceStatement(
      input({ methods: ["wallet", "oidc:mitid", "oidc:gone"], providers: [provider] }),
    );
    expect(methods.map(({ id, name }) => [id, name])).toEqual([
      ["wallet", "Digital identity wallet"],
      ["oidc:mitid", "MitID"],
    ]);
    expect(processors.map(({ id, host }) => [id, host])).toEqual([
      ["database", null],
      ["identity_provider", "mitid.example"],
    ]);
  });

  test("a vendor proves what its account asks for: with a selfie, without one, or either where nothing is known", () => {
    const vendor = {
      id: "vendor:stripe",
      name: "Stripe Identity",
      host: "api.stripe.com",
      isForTests: false,
    };
    const provenBy = (levels: { levels?: readonly string[] }) =>
      practiceStatement(
        input({ methods: ["vendor:stripe"], vendors: [{ ...vendor, ...levels }] }),
      ).methods.map(({ assurances }) => assurances.map(({ assurance }) => assurance));
    expect(provenBy({ levels: ["asserted_by_vendor"] })).toEqual([["asserted_by_vendor"]]);
    expect(provenBy({ levels: ["asserted_by_vendor_with_selfie"] })).toEqual([
      ["asserted_by_vendor_with_selfie"],
    ]);
    expect(provenBy({})).toEqual([["asserted_by_vendor", "asserted_by_vendor_with_selfie"]]);
  });
});

describe("words", () => {
  const all = (value: unknown): string[] =>
    typeof value === "string"
      ? [value]
      : typeof value === "object" && value
        ? Object.values(value).flatMap(all)
        : [];

  test("nothing that we say of ourselves is for others to say", () => {
    const said = [ASSURANCES, STATED_METHODS, PROCESSORS, NEVER_STORED, STORED, practiceStatement(input({}))];
    const settings = { requestLogDays: 30, tenant: null };
    const times = Object.values(RETENTIONS).map((kept) => kept(settings).says);
    const texts = [...said.flatMap(all), ...times];
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => UNSAYABLE.test(text))).toEqual([]);
  });

  test("nor does a name that a tenant chose bring the words in", () => {
    const provider = { id: "oidc:x", name: "Certified ID", host: "compliant.example", isForTests: false };
    const made = practiceStatement(
      input({ name: "Compliant Wines", methods: ["oidc:x"], providers: [provider] }),
    );
    expect(made.of).toEqual({ kind: "tenant", id: "ten_1", name: "ten_1" });
    expect(all(made).filter((text) => UNSAYABLE.test(text))).toEqual([]);
  });

  test.each([
    "ISO 27566 zertifiziert",
    "Shop certifié conforme",
    "ISO accreditation holder",
    "Certificated Ltd",
    "in compliance with ISO/IEC 27566-1",
    "ＣＥＲＴＩＦＩＥＤ",
    "Cer\u00adtified Shop",
    "Tienda certificada",
    "Loja acreditada",
    "Negozio accreditato",
    "Sklep zgodny z ISO",
    "متجر معتمد",
  ])("nor does %s", (name) => {
    expect(practiceStatement(input({ name })).of.name).toBe("ten_1");
  });

  test.each(["Age Ltd", "Wein & Co", "Cave de la Gare", "Reform Wines"])("%s may be named", (name) => {
    expect(practiceStatement(input({ name })).of.name).toBe(name);
  });
});

describe("versions", () => {
  test("the version of the software is that of package.json", () => {
    expect(SOFTWARE_VERSION).toBe(JSON.parse(read("package.json")).version);
  });

  test("the same practice is the same text, whatever the order of members", () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  });

  test("what changes is said value by value, with its path", () => {
    const before = practiceStatement(input({ minimumAge: 18, methods: ["document", "voucher"] }));
    const after = practiceStatement(
      input({ minimumAge: 21, methods: ["document"], contact: "mailto:a@b.example" }),
    );
    const changes = practiceChanges(before, after);
    expect(changes).toContainEqual({ path: "ages.minimumAge", before: "18", after: "21" });
    expect(changes).toContainEqual({ path: "contact", before: null, after: "mailto:a@b.example" });
    expect(changes.filter(({ path }) => path.startsWith("methods[voucher]")).length).toBeGreaterThan(3);
    expect(practiceChanges(after, after)).toEqual([]);
  });
});
