import { X509Certificate } from "node:crypto";
import { getCACertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import {
  addAuthorities,
  authoritiesForTenants,
  authoritiesWith,
  certificatesIn,
} from "#platform/authorities.ts";
import { createAuthority } from "../../support/world/certificates.ts";

const [one, other] = [createAuthority().ca, createAuthority().ca];

test("a bundle's certificates are found one by one, with what is written between them left out", () => {
  const bundle = `# Example region, valid to 2061\n${one}\nsubject=CN=Other\n${other}`;
  expect(certificatesIn(bundle)).toEqual([one.trim(), other.trim()]);
});

test("a text without a certificate, or with a broken one, is refused", () => {
  expect(() => certificatesIn("hunter2")).toThrow(/^expected certificates in PEM, .*openssl x509/);
  const key = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----";
  expect(() => certificatesIn(key)).toThrow(/^expected certificates in PEM/);
  const broken = "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----";
  expect(() => certificatesIn(`${one}${broken}`)).toThrow(/one of them cannot be read/);
});

test("an added authority is the process's and never that of what tenants name", () => {
  const has = (list: readonly string[] = [], pem = one): boolean =>
    list.some((each) => each.trim() === pem.trim());
  // Node names some of its own twice, in lines of other lengths, and keeps each once when it is given them.
  const known = (list: readonly string[] = []): number =>
    new Set(list.map((pem) => new X509Certificate(pem).fingerprint256)).size;
  const before = getCACertificates("default");
  expect(authoritiesForTenants()).toEqual({});
  addAuthorities(certificatesIn(one));
  onTestFinished(() => addAuthorities([]));
  expect(has(getCACertificates("default"))).toBe(true);
  expect(known(authoritiesForTenants().ca)).toBe(known(before));
  expect(has(authoritiesForTenants().ca)).toBe(false);
  const development = authoritiesForTenants([other]).ca;
  expect([has(development), has(development, other)]).toEqual([false, true]);
  const mail = authoritiesWith(other).ca;
  expect([has(mail), has(mail, other)]).toEqual([true, true]);
  addAuthorities(certificatesIn(other));
  expect(has(getCACertificates("default"))).toBe(false);
  addAuthorities([]);
  expect(known(getCACertificates("default"))).toBe(known(before));
});
