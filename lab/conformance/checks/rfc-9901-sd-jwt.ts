import { createAuthority } from "../../demo-wallet/issuer/authority.ts";
import { daysFrom, newJwk } from "../../demo-wallet/issuer/keys.ts";
import { testSigner } from "../../demo-wallet/issuer/test-issuer.ts";
import { seconds } from "../../demo-wallet/wallet/sd-jwt.ts";
import type { Bench } from "../bench.ts";
import { type Change, type Check, changeOf, refused } from "../check.ts";
import { disclosureDigest, encode, type SdJwtForgery, salt } from "../forge/forge-sd-jwt.ts";
import type { Kit } from "../kit.ts";

// RFC 9901 §7 and SD-JWT VC: asked for where the deployment has them switched on, by the browser's channel.

const DISCLOSURES = "RFC 9901 §7.1";
const KEY_BINDING = "RFC 9901 §7.3";
const VC = "SD-JWT VC §3";

const sdJwt = (spec: string, name: string, forge: (bench: Bench, kit: Kit) => Promise<string>): Check =>
  refused(
    spec,
    `SD-JWT: ${name}`,
    "dc_api",
    async (bench, kit) => bench.wrap(await forge(bench, kit)),
    async (bench) => bench.wrap(await bench.sdJwt()),
  );
const forged = (spec: string, name: string, change: Change<SdJwtForgery>): Check =>
  sdJwt(spec, name, async (bench, kit) => bench.sdJwt(await changeOf(change, bench, kit)));

const adult = (): unknown[] => [salt(), "age_equal_or_over", { 18: true }];

const twice = (): Partial<SdJwtForgery> => {
  const disclosure = adult();
  const digest = disclosureDigest(disclosure);
  return { disclosures: [disclosure], payload: { _sd: [digest], other: { _sd: [digest] } } };
};

export const sdJwtChecks: readonly Check[] = [
  forged(KEY_BINDING, "another nonce", { nonce: "another-nonce" }),
  forged(KEY_BINDING, "another audience", { aud: "origin:https://evil.example" }),
  forged(KEY_BINDING, "bound an hour ago", (_bench, { now }) => ({
    keyBinding: { iat: seconds(now) - 3600 },
  })),
  forged(KEY_BINDING, "bound in an hour", (_bench, { now }) => ({
    keyBinding: { iat: seconds(now) + 3600 },
  })),
  forged(KEY_BINDING, "the hash of other disclosures", { keyBinding: { sd_hash: "AAAA" } }),
  forged(KEY_BINDING, "bound by a thief's key", async () => ({ keyBindingJwk: await newJwk() })),
  forged(KEY_BINDING, "bound by algorithm none", { keyBindingHeader: { alg: "none" } }),
  forged(KEY_BINDING, "a key binding of another type", { keyBindingHeader: { typ: "JWT" } }),
  sdJwt(KEY_BINDING, "no key binding", async (bench) => {
    const presentation = await bench.sdJwt();
    return presentation.slice(0, presentation.lastIndexOf("~") + 1);
  }),
  forged(DISCLOSURES, "a forged disclosure", { disclosuresAfter: () => [encode(adult())] }),
  forged(DISCLOSURES, "one disclosure more", { disclosuresAfter: (texts) => [...texts, encode(adult())] }),
  forged(DISCLOSURES, "the disclosure left out", { disclosuresAfter: () => [] }),
  forged(DISCLOSURES, "the same disclosure twice", { disclosuresAfter: (texts) => [...texts, ...texts] }),
  forged(DISCLOSURES, "a digest in two places", twice),
  forged(DISCLOSURES, "a disclosed expiry", (_bench, { now }) => ({
    payload: { exp: undefined },
    disclosures: [adult(), [salt(), "exp", seconds(daysFrom(now, 60))]],
  })),
  forged(VC, "expired", (_bench, { now }) => ({ payload: { exp: seconds(daysFrom(now, -1)) } })),
  forged(VC, "not valid yet", (_bench, { now }) => ({ payload: { nbf: seconds(daysFrom(now, 1)) } })),
  forged(VC, "another type of credential", { payload: { vct: "urn:example:loyalty" } }),
  forged(VC, "algorithm none", { header: { alg: "none" } }),
  forged(VC, "a critical header that nobody knows", { header: { crit: ["b64"], b64: false } }),
  forged(VC, "another type of token", { header: { typ: "JWT" } }),
  forged(VC, "no certificate, but its own key", ({ device: { x, y } }) => ({
    header: { x5c: undefined, jwk: { kty: "EC", crv: "P-256", x, y } },
  })),
  forged(VC, "no holder key", { payload: { cnf: undefined } }),
  forged(VC, "a changed payload", {
    issuerJwt: (jwt) => {
      const [head, , tail] = jwt.split(".");
      return [head, encode({ vct: "urn:eudi:pid:1", age_equal_or_over: { 18: true } }), tail].join(".");
    },
  }),
  forged(VC, "an unknown issuer with the trusted one's name", async (_bench, { now, issuer }) => ({
    signer: await (await createAuthority({ now, name: issuer.name })).signer(),
  })),
  forged(VC, "an expired signer", async (_bench, { now }) => ({
    signer: await testSigner(now, { until: daysFrom(now, -1) }),
  })),
];
