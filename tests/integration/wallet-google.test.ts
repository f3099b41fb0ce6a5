import { expect, test } from "vitest";
import { setWalletCertificate, walletCertificate } from "#services/wallet/certificates.ts";
import { bindingTo, metadataBytes, OPERATOR, SHOP } from "../../lab/demo-wallet/issuer/relying-party.ts";
import { EU_AGE_VERIFICATION } from "../../packages/wallet-verifier/src/credential-type.ts";
import { createAuthority, NOW, pemOf, type Signer } from "../support/wallet/authority.ts";
import { googleSays, newWalletTenant } from "../support/wallet/google-page.ts";
import { ask, fetchRequestObject } from "../support/wallet/hosted-wallet.ts";
import { testClock } from "../support/world/clock.ts";
import { serviceForFile } from "../support/world/service.ts";

// A tenant's or the deployment's own certificate, as Google issues it, before a wallet that checks what Google's does.

const google = await createAuthority({ name: "CN=Google's CA" });
const issuer = await createAuthority();
const roots = [google.der];
const clock = testClock(NOW);
const types = [EU_AGE_VERIFICATION];
const wallet = { types, requestSigner: null, demoUrl: null };
const service = serviceForFile({ overrides: { now: clock.now, wallet } });

const METADATA = metadataBytes();
const deployment = await google.signer({ name: "CN=Age Checks", eku: null, more: [bindingTo(METADATA)] });
const requestSigner = {
  privateKey: deployment.privateKey,
  chain: [deployment.der] as const,
  metadata: METADATA,
};
const shared = serviceForFile({ overrides: { now: clock.now, wallet: { ...wallet, requestSigner } } });

const newTenant = (at = service.get()) =>
  newWalletTenant(at, { der: issuer.der, types: types.map(({ type }) => type) });

const filesOf = (signer: Signer) => ({
  key: signer.privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
  chain: signer.chain.map(pemOf).join(""),
});
const bound = (bytes: Uint8Array) =>
  google.signer({ name: "CN=Corner Shop", eku: null, more: [bindingTo(bytes)] });
const textOf = (bytes: Uint8Array, form: "base64url" | "hex" = "base64url") =>
  Buffer.from(bytes).toString(form);

test("a certificate with its metadata makes requests that Google's wallet answers; the bytes are sent as given", async () => {
  const tenant = await newTenant();
  // As no canonical encoder would write it.
  const bytes = metadataBytes({ display: SHOP, aggregator_info: OPERATOR, schema_version: "v1" });
  const input = { ...filesOf(await bound(bytes)), metadata: textOf(bytes, "hex") };
  const listed = await setWalletCertificate(tenant.owner, input);
  expect(listed.google).toEqual({
    shownName: "Corner Shop",
    aggregatorName: "Age Checks Ltd",
    state: "bound",
  });
  const request = await tenant.signed();
  expect(await googleSays(request, { roots })).toEqual({
    name: "Corner Shop",
    privacyPolicy: SHOP.privacy_policy_uri,
    aggregator: "Age Checks Ltd",
  });
  const jwt = String(request?.data.request).split(".")[1] ?? "";
  const claims = JSON.parse(Buffer.from(jwt, "base64url").toString());
  expect(claims.client_metadata.gw_rp_metadata_bytes).toBe(textOf(bytes));
  expect(Object.keys(claims.client_metadata)).toHaveLength(4);
});

test("Google's wallet refuses, for the reason: unsigned, another site, another root, no metadata, others' metadata", async () => {
  const tenant = await newTenant();
  await setWalletCertificate(tenant.owner, { ...filesOf(await bound(METADATA)), metadata: textOf(METADATA) });
  const { requests } = await tenant.prepare((await tenant.page()).secret);
  const unsigned = requests.find(({ protocol }) => protocol === "openid4vp-v1-unsigned");
  expect(await googleSays(unsigned, { roots })).toBe("protocol");
  const signed = await tenant.signed();
  expect(await googleSays(signed, { roots, origin: "https://evil.example" })).toBe("origin");
  expect(await googleSays(signed, { roots: [issuer.der] })).toBe("unknown_signer");
  const late = new Date(NOW.getTime() + 366 * 86_400_000);
  expect(await googleSays(signed, { roots, now: late })).toBe("unknown_signer");

  const without = await setWalletCertificate(tenant.owner, filesOf(await bound(METADATA)));
  expect(without.google.state).toBe("missing");
  expect(await googleSays(await tenant.signed(), { roots })).toBe("metadata_missing");

  const plain = await google.signer({ name: "CN=Corner Shop", eku: null });
  const unbound = await setWalletCertificate(tenant.owner, { ...filesOf(plain), metadata: textOf(METADATA) });
  expect(unbound.google).toMatchObject({ shownName: "Corner Shop", state: "unbound" });
  expect(await googleSays(await tenant.signed(), { roots })).toBe("unbound");

  const none = await setWalletCertificate(tenant.owner, filesOf(plain));
  expect(none.google).toEqual({ shownName: null, aggregatorName: null, state: "none" });
});

test("metadata that is another certificate's, or none at all, is refused when it is set, and nothing changes", async () => {
  const tenant = await newTenant();
  const files = filesOf(await bound(METADATA));
  const set = (metadata: string) => setWalletCertificate(tenant.owner, { ...files, metadata });
  const others = metadataBytes({ schema_version: "v1", display: OPERATOR });
  await expect(set(textOf(others))).rejects.toMatchObject({
    code: "INVALID_REQUEST_BODY",
    details: {
      issues: [{ path: "metadata", message: expect.stringContaining("1.3.6.1.4.1.11129.10.1") }],
    },
  });
  for (const wrong of ["?", "e30", textOf(METADATA).slice(0, -8)])
    await expect(set(wrong)).rejects.toMatchObject({ details: { issues: [{ path: "metadata" }] } });
  expect((await walletCertificate(tenant.owner)).own).toBeNull();
});

test("the deployment's metadata goes with its own certificate, not with a tenant's", async () => {
  const [tenant, other] = [await newTenant(shared.get()), await newTenant(shared.get())];
  const own = await google.signer({ name: "CN=Own Shop", eku: null });
  await setWalletCertificate(other.owner, filesOf(own));
  expect(await googleSays(await tenant.signed(), { roots })).toMatchObject({ name: "Corner Shop" });
  expect(await googleSays(await other.signed(), { roots })).toBe("unbound");
});

test("signed links carry no metadata: Google's wallet takes no links", async () => {
  const tenant = await newTenant();
  await setWalletCertificate(tenant.owner, { ...filesOf(await bound(METADATA)), metadata: textOf(METADATA) });
  const { secret } = await tenant.page();
  const { transactionId } = await ask(tenant.deps, secret, { channel: "qr", app: "openid4vp" });
  const jwt = await (await fetchRequestObject(tenant.deps, transactionId, "n-1")).text();
  const claims = JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
  expect(claims.client_metadata).toHaveProperty("jwks");
  expect(claims.client_metadata).not.toHaveProperty("gw_rp_metadata_bytes");
});
