import { describe, expect, test } from "vitest";
import { Extension } from "../../../lab/demo-wallet/issuer/authority.ts";
import {
  bindingTo,
  metadataBytes,
  OPERATOR,
  SHOP,
  sha256Of,
} from "../../../lab/demo-wallet/issuer/relying-party.ts";
import { createAuthority } from "../../../tests/support/wallet/authority.ts";
import {
  bindingOf,
  metadataIn,
  readRelyingPartyMetadata,
  relyingPartyMetadataBytes,
} from "../src/openid4vp/relying-party-metadata.ts";
import { readCertificate } from "../src/x509/certificate.ts";

const ours = ({ display_name, logo_uri, privacy_policy_uri }: typeof SHOP) => ({
  name: display_name,
  logoUri: logo_uri,
  privacyPolicyUri: privacy_policy_uri,
});
const V1 = { schema_version: "v1", display: SHOP };
const BOTH = { ...V1, aggregator_info: OPERATOR };

describe("RelyingPartyMetadataBytes", () => {
  test("are read as another library wrote them, with and without an aggregator", () => {
    expect(readRelyingPartyMetadata(metadataBytes(V1))).toEqual({
      ok: true,
      metadata: { display: ours(SHOP), aggregator: null },
    });
    expect(readRelyingPartyMetadata(metadataBytes(BOTH))).toEqual({
      ok: true,
      metadata: { display: ours(SHOP), aggregator: ours(OPERATOR) },
    });
  });

  test("that are made here are the bytes of another library, so each hash is the same", () => {
    const made = relyingPartyMetadataBytes({ display: ours(SHOP), aggregator: ours(OPERATOR) });
    expect(Buffer.from(made).toString("hex")).toBe(Buffer.from(metadataBytes(BOTH)).toString("hex"));
    expect(
      Buffer.from(relyingPartyMetadataBytes({ display: ours(SHOP), aggregator: null })).toString("hex"),
    ).toBe(Buffer.from(metadataBytes(V1)).toString("hex"));
  });

  test("in another order, or with longer lengths than needed, are taken: the bytes are their issuer's", () => {
    const reordered = metadataBytes({ display: SHOP, schema_version: "v1" });
    expect(readRelyingPartyMetadata(reordered).ok).toBe(true);
    const plain = metadataBytes(V1);
    // 0x58 and one byte of length becomes 0x59 and two.
    const longer = Uint8Array.of(0xd8, 24, 0x59, 0, ...plain.subarray(3));
    expect(plain.subarray(0, 3)).toEqual(Uint8Array.of(0xd8, 24, 0x58));
    expect(readRelyingPartyMetadata(longer).ok).toBe(true);
  });

  test.each([
    ["another version", { ...V1, schema_version: "v2" }, /schema_version/],
    [
      "an address with three slashes",
      { ...V1, display: { ...SHOP, logo_uri: "https:///c.example" } },
      /logo_uri/,
    ],
    ["no display", { schema_version: "v1" }, /^display: expected a map/],
    ["a member that the schema does not have", { ...V1, more: "x" }, /members other than schema_version/],
    ["another in display", { ...V1, display: { ...SHOP, more: "x" } }, /^display has members other/],
    [
      "a logo over http",
      { ...V1, display: { ...SHOP, logo_uri: "http://shop.example/" } },
      /^display.logo_uri/,
    ],
    ["a logo with a script", { ...V1, display: { ...SHOP, logo_uri: "javascript:alert(1)" } }, /logo_uri/],
    [
      "an address with a password",
      { ...V1, display: { ...SHOP, logo_uri: "https://a:b@c.example/" } },
      /logo_uri/,
    ],
    [
      "an address with spaces",
      { ...V1, display: { ...SHOP, logo_uri: "https://c.example/a b" } },
      /logo_uri/,
    ],
    [
      "an address of a kilobyte and more",
      { ...V1, display: { ...SHOP, logo_uri: `https://c.example/${"a".repeat(1020)}` } },
      /1024/,
    ],
    [
      "no privacy policy",
      { ...V1, display: { display_name: "a", logo_uri: SHOP.logo_uri } },
      /privacy_policy_uri/,
    ],
    ["an empty name", { ...V1, display: { ...SHOP, display_name: " " } }, /display_name/],
    ["a name of 201 characters", { ...V1, display: { ...SHOP, display_name: "n".repeat(201) } }, /200/],
    ["a name that reads backwards", { ...V1, display: { ...SHOP, display_name: "\u202Epohs" } }, /direction/],
    [
      "a name that is a number",
      { ...V1, display: { ...SHOP, display_name: 7 } },
      /display_name: expected a text/,
    ],
    ["an aggregator that is a text", { ...V1, aggregator_info: "x" }, /^aggregator_info: expected a map/],
  ])("with %s are refused, and the text says what is expected", (_name, members, said) => {
    const read = readRelyingPartyMetadata(metadataBytes(members));
    expect(read.ok ? "" : read.fault).toMatch(said);
    expect(read.ok ? "" : read.fault).not.toMatch(/shop\.example|Corner/);
  });

  test("with names in any script are taken, joiners and all", () => {
    for (const name of ["ශ්\u200Dරී ලංකා", "نمی\u200Cخواهم", "Größenwahn & Søn"]) {
      const display = { ...SHOP, display_name: name };
      expect(readRelyingPartyMetadata(metadataBytes({ ...V1, display }))).toMatchObject({
        ok: true,
        metadata: { display: { name } },
      });
    }
  });

  test("cut, followed by more, without the tag or too long are refused", () => {
    const bytes = metadataBytes(V1);
    const faults = [
      bytes.subarray(0, -1),
      Uint8Array.of(...bytes, 0),
      bytes.subarray(2),
      Uint8Array.of(0xd8, 24, 0x41, 0xf6),
      new Uint8Array(9000),
      new Uint8Array(),
    ].map(readRelyingPartyMetadata);
    expect(faults.map(({ ok }) => ok)).toEqual(Array(6).fill(false));
  });

  test("whatever is changed in them, are read or refused, and never fit the certificate again", async () => {
    const bytes = metadataBytes(BOTH);
    const read = readCertificate((await authority.signer({ more: [bindingTo(bytes)] })).der);
    const certificate = read.ok ? read.value : expect.fail();
    for (const [at, byte] of bytes.entries()) {
      for (const other of [byte ^ 1, byte ^ 0x80, 0, 0xff]) {
        const changed = Uint8Array.from(bytes);
        changed[at] = other;
        expect(() => readRelyingPartyMetadata(changed)).not.toThrow();
        expect(bindingOf(certificate, changed)).toBe(other === byte ? "bound" : "mismatch");
      }
      expect(readRelyingPartyMetadata(bytes.subarray(0, at)).ok).toBe(false);
    }
  });

  test("are read from base64url, base64, hexadecimal, a text file and a file of bytes, and stay as they are", () => {
    const bytes = metadataBytes(BOTH);
    const buffer = Buffer.from(bytes);
    const texts = ["base64url", "base64", "hex"].map((form) => buffer.toString(form as "hex"));
    const lines = texts.map((text) => `${text.replace(/.{60}/g, "$&\n")}\n`);
    const marked = lines.map((text) => Buffer.from(`\uFEFF${text}`));
    const given = [...texts, ...lines, ...lines.map((text) => Buffer.from(text)), ...marked, bytes];
    for (const one of given) expect(metadataIn(one)).toMatchObject({ ok: true, bytes });
    for (const wrong of ["", "?", "d8", "not metadata", "{}"]) expect(metadataIn(wrong).ok).toBe(false);
  });
});

const authority = await createAuthority({ name: "CN=Registrar" });

describe("a certificate and metadata", () => {
  const bytes = metadataBytes(V1);
  const certificateWith = async (...more: InstanceType<typeof Extension>[]) => {
    const read = readCertificate((await authority.signer({ more })).der);
    return read.ok ? read.value : expect.fail();
  };

  test("belong together when the extension is the hash of the bytes, and never otherwise", async () => {
    const bound = await certificateWith(bindingTo(bytes));
    expect(bindingOf(bound, bytes)).toBe("bound");
    expect(bindingOf(bound, metadataBytes(BOTH))).toBe("mismatch");
    // The same metadata in other bytes has another hash.
    expect(bindingOf(bound, metadataBytes({ display: SHOP, schema_version: "v1" }))).toBe("mismatch");
    expect(bindingOf(bound, null)).toBe("missing");
    const plain = await certificateWith();
    expect(bindingOf(plain, bytes)).toBe("unbound");
    expect(bindingOf(plain, null)).toBe("none");
  });

  test("an extension that holds the bare hash counts too; any other content fits nothing", async () => {
    const with_ = (value: Uint8Array) =>
      certificateWith(new Extension("1.3.6.1.4.1.11129.10.1", false, new Uint8Array(value)));
    expect(bindingOf(await with_(sha256Of(bytes)), bytes)).toBe("bound");
    for (const value of [Buffer.of(4, 0), Buffer.of(5, 0), sha256Of(bytes).subarray(1)])
      expect(bindingOf(await with_(value), bytes)).toBe("mismatch");
  });
});
