import { describe, expect, test } from "vitest";
import { bindingTo, metadataBytes, OPERATOR, SHOP } from "../../../lab/demo-wallet/issuer/relying-party.ts";
import { readAsGoogle } from "../../../lab/demo-wallet/wallet/google.ts";
import {
  signedDcApiRequest,
  unsignedDcApiRequest,
} from "../../../packages/wallet-verifier/src/openid4vp/request.ts";
import { createAuthority, days, NOW } from "../../support/wallet/authority.ts";
import { createWorld, ORIGIN } from "../../support/wallet/world.ts";

// The demo wallet as Google's: each of its reasons, each met by one change to a request that it answers.

const world = await createWorld();
const google = await createAuthority({ name: "CN=Google's CA" });
const METADATA = metadataBytes({ schema_version: "v1", display: SHOP, aggregator_info: OPERATOR });

const signerOf = async (metadata: Uint8Array | null, named: Uint8Array | null = metadata) => {
  const more = named ? [bindingTo(named)] : [];
  const { privateKey, chain } = await google.signer({ eku: null, more });
  const [leaf = new Uint8Array()] = chain;
  return { privateKey, chain: [leaf] as const, metadata };
};
const OPTIONS = { origin: ORIGIN, roots: [google.der], now: NOW };
type Given = { protocol: string; data: Record<string, unknown> };
const read = (request: Given, change: Partial<typeof OPTIONS> = {}) =>
  readAsGoogle(request, { ...OPTIONS, ...change });
const requestOf = async (metadata: Uint8Array | null, named?: Uint8Array | null) =>
  signedDcApiRequest(world.dcApi, await signerOf(metadata, named));

test("what is signed, bound and for this site is shown, with both names", async () => {
  const { shown } = await read(await requestOf(METADATA));
  expect(shown).toEqual({
    name: "Corner Shop",
    privacyPolicy: SHOP.privacy_policy_uri,
    aggregator: "Age Checks Ltd",
  });
});

test("an intermediate CA that comes along is followed to the root", async () => {
  const between = await google.intermediate();
  const { privateKey, chain } = await between.signer({ eku: null, more: [bindingTo(METADATA)] });
  const [leaf = new Uint8Array(), ...above] = chain;
  const signer = { privateKey, chain: [leaf, ...above] as const, metadata: METADATA };
  expect(await read(signedDcApiRequest(world.dcApi, signer))).toMatchObject({
    shown: { name: "Corner Shop" },
  });
  const alone = { ...signer, chain: [leaf] as const };
  await expect(read(signedDcApiRequest(world.dcApi, alone))).rejects.toMatchObject({
    reason: "unknown_signer",
  });
});

describe("it refuses", () => {
  const others = metadataBytes({ schema_version: "v1", display: OPERATOR });
  test.each([
    ["no metadata", null, METADATA, "metadata_missing"],
    ["the metadata of others", others, METADATA, "metadata_mismatch"],
    ["a certificate that names none", METADATA, null, "unbound"],
    ["metadata of no version", metadataBytes({ display: SHOP }), undefined, "metadata_malformed"],
    ["metadata that is no CBOR", Uint8Array.of(0xff, 1), undefined, "metadata_malformed"],
  ])("%s", async (_name, metadata, named, reason) => {
    await expect(read(await requestOf(metadata, named))).rejects.toMatchObject({ reason });
  });

  test("an unsigned request, a strange signer, an old one, and another site's request", async () => {
    const request = await requestOf(METADATA);
    await expect(read(unsignedDcApiRequest(world.dcApi))).rejects.toMatchObject({ reason: "protocol" });
    await expect(read(request, { roots: [world.authority.der] })).rejects.toMatchObject({
      reason: "unknown_signer",
    });
    await expect(read(request, { now: days(400) })).rejects.toMatchObject({ reason: "unknown_signer" });
    await expect(read(request, { origin: "https://evil.example" })).rejects.toMatchObject({
      reason: "origin",
    });
  });

  test("a request that was changed on its way, or that is none", async () => {
    const request = await requestOf(METADATA);
    const [head, body, tail = ""] = String(request.data.request).split(".");
    const changed = `${tail.startsWith("A") ? "B" : "A"}${tail.slice(1)}`;
    const broken = { ...request, data: { request: [head, body, changed].join(".") } };
    await expect(read(broken)).rejects.toMatchObject({ reason: "signature" });
    await expect(read({ ...request, data: {} })).rejects.toMatchObject({ reason: "malformed" });
  });
});
