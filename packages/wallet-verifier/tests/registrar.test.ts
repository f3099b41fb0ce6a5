import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { metadataBytes, sha256Of } from "../../../lab/demo-wallet/issuer/relying-party.ts";
import { createAuthority, days, KeyUsageFlags, NOW, pemOf } from "../../../tests/support/wallet/authority.ts";
import { issueLeaf, newRegistrarRoot, readRegistrar } from "../src/openid4vp/registrar.ts";
import { readRequestSigner } from "../src/openid4vp/request-signer.ts";
import { readCertificate } from "../src/x509/certificate.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;
const byOpenssl = test.skipIf(!hasOpenssl);
const named = (name: string): string => (hasOpenssl ? name : `${name} (not here: apt-get install openssl)`);

const random = (bytes: number) => new Uint8Array(randomBytes(bytes));
const MAKING = { now: NOW, random };
const METADATA = metadataBytes();
/** Certificates begin an hour before they are made, for clocks that are slow. */
const beginning = (count: number): Date => new Date(days(count).getTime() - 3_600_000);
const LEAF = { name: "Müller & Söhne", serialNumber: "01k9abcdefghjkmnpqrstvwxyz", metadata: METADATA };

const root = newRegistrarRoot("Age Checks Ltd", MAKING);
const registrar = readRegistrar(root.key, root.certificate, NOW);

/** Runs OpenSSL, which shares no code with what made the certificates, on these files. */
const openssl = (
  files: Record<string, string>,
  args: (paths: Record<string, string>) => string[],
): string => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-registrar-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return [name, path] as const;
  });
  return execFileSync("openssl", args(Object.fromEntries(paths)), { encoding: "utf8", stdio: "pipe" });
};

const leafOf = (chain: string): X509Certificate => new X509Certificate(chain);

const verifyOf = (files: { root: string; chain: string }, at = NOW): string =>
  openssl(files, ({ root: ca = "", chain = "" }) => [
    "verify",
    ...["-x509_strict", "-attime", String(Math.floor(at.getTime() / 1000)), "-CAfile", ca],
    ...["-untrusted", chain, chain],
  ]);

describe("a leaf", () => {
  const issued = issueLeaf(registrar, LEAF, MAKING);

  byOpenssl(
    named("verifies under OpenSSL in its strict mode below the root, from its first to its last second"),
    () => {
      const files = { root: root.certificate, chain: issued.chain };
      expect(verifyOf(files)).toMatch(/: OK\n$/);
      const { validToDate } = leafOf(issued.chain);
      expect(verifyOf(files, new Date(validToDate.getTime() - 1000))).toMatch(/: OK\n$/);
      expect(() => verifyOf(files, validToDate)).toThrow(/expired/);
      expect(verifyOf(files, beginning(0))).toMatch(/: OK\n$/);
      expect(() => verifyOf(files, days(-1))).toThrow(/not yet valid/);
      const stranger = newRegistrarRoot("Age Checks Ltd", MAKING);
      expect(() => verifyOf({ root: stranger.certificate, chain: issued.chain })).toThrow();
    },
  );

  byOpenssl(
    named("is of version 3, for signatures alone, and its extension is the hash of the metadata"),
    () => {
      const text = openssl({ chain: issued.chain }, ({ chain = "" }) => [
        "x509",
        "-in",
        chain,
        "-noout",
        "-text",
      ]);
      expect(text).toMatch(/Version: 3 /);
      expect(text).toMatch(/Signature Algorithm: ecdsa-with-SHA256/);
      expect(text).toMatch(/ASN1 OID: prime256v1/);
      expect(text).toMatch(/X509v3 Basic Constraints: critical\s+CA:FALSE/);
      expect(text).toMatch(/X509v3 Key Usage: critical\s+Digital Signature\n/);
      expect(text).toMatch(/1\.3\.6\.1\.4\.1\.11129\.10\.1: *\n/);
      const asn1 = openssl({ chain: issued.chain }, ({ chain = "" }) => ["asn1parse", "-in", chain]);
      const value = /1\.3\.6\.1\.4\.1\.11129\.10\.1\n.*OCTET STRING +\[HEX DUMP\]:(\w+)/.exec(asn1)?.[1];
      expect(value).toBe(`0420${sha256Of(METADATA).toString("hex").toUpperCase()}`);
      const read = readCertificate(new Uint8Array(leafOf(issued.chain).raw));
      expect(read.ok && read.value.use.metadataDigest).toEqual(new Uint8Array(sha256Of(METADATA)));
    },
  );

  test("has the subject that it was given, in any letters, and is issued by the root's exact name", () => {
    const { subject, issuer, checkIssued } = leafOf(issued.chain);
    expect(subject).toBe(`CN=${LEAF.name}\nserialNumber=${LEAF.serialNumber}`);
    expect(issuer).toBe(new X509Certificate(root.certificate).subject);
    expect(checkIssued.call(leafOf(issued.chain), new X509Certificate(root.certificate))).toBe(true);
  });

  test("signs requests with its key; the root is not sent along", () => {
    const signer = readRequestSigner(issued.key, issued.chain);
    expect(signer.chain).toHaveLength(1);
  });

  test("is valid for 397 days at most, and never longer than the CA or what is above it", () => {
    const { validFromDate, validToDate } = leafOf(issued.chain);
    expect(validFromDate).toEqual(beginning(0));
    expect(validToDate.getTime()).toBe(beginning(397).getTime() - 1000);
    const late = { ...MAKING, now: days(3600) };
    expect(leafOf(issueLeaf(registrar, LEAF, late).chain).validToDate).toEqual(
      new X509Certificate(root.certificate).validToDate,
    );
  });

  test("has another key and serial number each time, of 128 bits, positive", () => {
    const serials = Array.from({ length: 50 }, () => leafOf(issueLeaf(registrar, LEAF, MAKING).chain));
    expect(new Set(serials.map(({ serialNumber }) => serialNumber)).size).toBe(50);
    expect(new Set(serials.map(({ publicKey }) => publicKey.export({ format: "jwk" }).x)).size).toBe(50);
    const zeros = { ...MAKING, random: (bytes: number) => new Uint8Array(bytes) };
    const ones = { ...MAKING, random: (bytes: number) => new Uint8Array(bytes).fill(255) };
    for (const making of [zeros, ones]) {
      const { serialNumber } = leafOf(issueLeaf(registrar, LEAF, making).chain);
      expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
    }
  });

  byOpenssl(
    named("can be issued below another library's CA that is below a root, and beyond 2049"),
    async () => {
      const above = await createAuthority({ name: "CN=Bückeburg Root,C=DE", until: days(15_000) });
      const own = await above.signer({
        name: "CN=Sub Ö,O=x,C=DE",
        eku: null,
        isCa: true,
        keyUsage: KeyUsageFlags.keyCertSign,
        until: days(14_000),
      });
      const key = own.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
      const sub = readRegistrar(key, pemOf(own.der) + pemOf(above.der), NOW);
      const late = days(9_000);
      const { chain, key: leafKey } = issueLeaf(sub, LEAF, { ...MAKING, now: late });
      expect(verifyLoosely({ root: pemOf(above.der), chain }, late)).toMatch(/: OK\n$/);
      expect(leafOf(chain).validFromDate).toEqual(beginning(9_000));
      // The intermediate is sent along, the root is not.
      expect(readRequestSigner(leafKey, chain).chain).toHaveLength(2);
    },
  );
});

/** The other library's CA has no key identifiers, which OpenSSL's strict mode wants. */
const verifyLoosely = (files: { root: string; chain: string }, at: Date): string =>
  openssl(files, ({ root: ca = "", chain = "" }) => [
    "verify",
    ...["-attime", String(Math.floor(at.getTime() / 1000)), "-CAfile", ca, "-untrusted", chain, chain],
  ]);

describe("the registrar's files", () => {
  byOpenssl(named("make a root that signed itself and is good for leaves alone, for ten years"), () => {
    const text = openssl({ root: root.certificate }, ({ root: ca = "" }) => [
      "x509",
      "-in",
      ca,
      "-noout",
      "-text",
    ]);
    expect(text).toMatch(/X509v3 Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(text).toMatch(/X509v3 Key Usage: critical\s+Certificate Sign, CRL Sign/);
    const { validToDate, subject } = new X509Certificate(root.certificate);
    expect(validToDate).toEqual(beginning(3650));
    expect(subject).toBe("O=Age Checks Ltd\nCN=Wallet registrar 2026-11-21");
  });

  test("are refused when they are not a CA's key and certificate, and the text says which is wrong", async () => {
    const ca = await createAuthority({ name: "CN=Some CA" });
    const leaf = await ca.signer();
    const pem = (key: KeyObject) => key.export({ format: "pem", type: "pkcs8" }).toString();
    const other = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
    const cases: [string, string, Date, RegExp][] = [
      ["x", root.certificate, NOW, /not a private key/],
      [root.key, "x", NOW, /holds no certificate/],
      [root.key, broken, NOW, /cannot be read/],
      [pem(other), root.certificate, NOW, /not a P-256 key/],
      [pem(leaf.privateKey), root.certificate, NOW, /not the key's/],
      [pem(leaf.privateKey), pemOf(leaf.der), NOW, /may not issue/],
      [root.key, root.certificate + pemOf(ca.der), NOW, /issued by the next one/],
      [root.key, root.certificate, days(-1), /not valid now/],
      [root.key, root.certificate, days(3650), /not valid now/],
    ];
    for (const [key, certificate, at, said] of cases)
      expect(() => readRegistrar(key, certificate, at)).toThrow(said);
  });
});
