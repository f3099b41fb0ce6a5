import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAuthority, KeyUsageFlags, NOW } from "../../../tests/support/wallet/authority.ts";
import { listEntry, vicalOf } from "../../../tests/support/wallet/vical.ts";
import { VICAL_TYPE } from "../src/trust/anchor.ts";
import { checkChain } from "../src/trust/check-chain.ts";
import { anchorFrom, readPemAnchors } from "../src/trust/read-pem.ts";
import { readVical } from "../src/trust-lists/read-vical.ts";
import { readCertificate } from "../src/x509/certificate.ts";

// Lists in the form that authorities publish, by libraries that know nothing of this project: vectors/vical/make.py.

const MDL = "org.iso.18013.5.1.mDL";

const read = (file: string, vouchesFor?: string[]) => {
  const path = join(import.meta.dirname, "../../../tests/vectors/vical", `${file}.json`);
  const { provider, list }: { provider: string; list: string } = JSON.parse(readFileSync(path, "utf8"));
  const pinned = readPemAnchors(provider, { credentialType: VICAL_TYPE, ...(vouchesFor && { vouchesFor }) });
  if (!pinned.ok) throw new Error(pinned.code);
  return readVical(new Uint8Array(Buffer.from(list, "base64")), { pinned: pinned.value, now: NOW });
};

const typesOf = (result: ReturnType<typeof read>) =>
  result.ok
    ? result.value.anchors.map(({ label, credentialType }) => `${label}: ${credentialType}`)
    : result.code;

describe("lists by other people's libraries", () => {
  test("a chain, every optional field, serial numbers as bignums, a signer with nonRepudiation alone", () => {
    const list = read("chain");
    expect(typesOf(list)).toEqual([`Utopia North IACA: ${MDL}`, `Utopia South IACA: ${MDL}`]);
    expect(list).toMatchObject({
      value: {
        provider: "Utopia",
        date: new Date("2026-11-21T09:00:00Z"),
        issueId: 1763491092481n,
        nextUpdate: new Date("2026-11-22T09:00:00Z"),
        skipped: 0,
      },
    });
  });

  test("a single certificate, no tag, fractions of seconds, many types, an entry that is no authority", () => {
    expect(typesOf(read("single"))).toEqual([`Utopia North IACA: ${MDL}`, `Utopia Roads IACA: ${MDL}`]);
    const types = [MDL, "org.iso.7367.1.mVRC", "eu.europa.ec.eudi.pid.1", "eu.europa.ec.av.1"];
    const list = read("single", types);
    expect(typesOf(list)).toEqual([
      `Utopia North IACA: ${MDL}`,
      "Utopia North IACA: org.iso.7367.1.mVRC",
      "Utopia North IACA: eu.europa.ec.eudi.pid.1",
      "Utopia North IACA: eu.europa.ec.av.1",
      "Utopia Roads IACA: org.iso.7367.1.mVRC",
      `Utopia Roads IACA: ${MDL}`,
    ]);
    expect(list).toMatchObject({ value: { date: new Date("2026-11-21T09:00:00.123Z"), skipped: 1 } });
    const last = list.ok ? list.value.anchors.at(-1) : undefined;
    expect(last?.validity.until).toEqual(new Date("2026-12-31T23:59:59.999Z"));
  });

  test("P-384, the chain in the protected header, nothing that is optional, a time zone", () => {
    const list = read("protected");
    expect(typesOf(list)).toEqual([`Utopia Roads IACA: ${MDL}`]);
    expect(list).toMatchObject({
      value: { date: new Date("2026-11-21T09:00:00Z"), issueId: null, nextUpdate: null },
    });
  });

  test("a signer that may sign neither documents nor lists is refused", () => {
    expect(read("wrong-usage")).toEqual({ ok: false, code: "certificate_usage" });
  });
});

test("a list of a thousand authorities is read whole", async () => {
  const authority = await createAuthority();
  const provider = await createAuthority({ name: "CN=List Provider" });
  const by = await provider.signer({ eku: "1.0.18013.5.1.8", keyUsage: KeyUsageFlags.nonRepudiation });
  const more: [string, unknown][] = [
    ["ski", new Uint8Array(20)],
    ["issuingAuthority", "Utopia"],
    ["issuingCountry", "UT"],
    ["extensions", new Map([["a", [1, 2, 3]]])],
  ];
  const infos = Array.from({ length: 1_000 }, () => listEntry({ authority, docTypes: [MDL], more }));
  const list = readVical(vicalOf(infos, by), {
    pinned: [provider.anchor(VICAL_TYPE, { eku: null })],
    now: NOW,
  });
  expect(list.ok && list.value.anchors.length).toBe(1_000);
});

test("a document's signer still needs the key usage digitalSignature", async () => {
  const authority = await createAuthority();
  const signer = await authority.signer({ keyUsage: KeyUsageFlags.nonRepudiation });
  const root = readCertificate(authority.der);
  if (!root.ok) throw new Error(root.code);
  const anchors = [anchorFrom(root.value, { credentialType: MDL, source: "pem" })];
  expect(checkChain([signer.der], { credentialType: MDL, anchors, now: NOW })).toEqual({
    ok: false,
    code: "certificate_usage",
  });
});
