import { CompactEncrypt, importJWK } from "jose";
import { EU_PROOF_OF_AGE } from "../../demo-wallet/issuer/attest.ts";
import { type EcJwk, newJwk } from "../../demo-wallet/issuer/keys.ts";
import { responseUriOf } from "../../demo-wallet/wallet/read-request.ts";
import type { SessionParts } from "../../demo-wallet/wallet/session.ts";
import { type Bench, idOf, inChannel, textOf } from "../bench.ts";
import { type Check, refused } from "../check.ts";
import type { Answer, Kind } from "../target.ts";

// OpenID4VP 1.0 §B.2.6, §14 and §8.3: an answer is good for one request, and in the hands of one verifier.

const BINDING = "OpenID4VP 1.0 §B.2.6";
const ENCRYPTION = "OpenID4VP 1.0 §8.3";
const EVIL = "https://evil.example";

const elsewhere = (name: string, kind: Kind, change: Partial<SessionParts>): Check =>
  refused(BINDING, name, kind, async (bench) => {
    const { transcript } = await bench.session(change);
    return bench.wrap(await bench.mdoc({ transcript }));
  });

/** A JWE by hand, so that its header can be anything. */
const encrypted = async (
  bench: Bench,
  header: { alg?: string; enc?: string; kid?: string },
  to?: EcJwk,
): Promise<Answer> => {
  const { payload, encryptionJwk } = bench.request;
  const { x = "", y = "", kid = "" } = encryptionJwk ?? {};
  const key = await importJWK({ kty: "EC", crv: "P-256", x: to?.x ?? x, y: to?.y ?? y }, "ECDH-ES");
  const presentation = textOf(await bench.mdoc());
  const content = {
    vp_token: { [idOf(bench.request, EU_PROOF_OF_AGE)]: [presentation] },
    state: payload.state,
  };
  const response = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid, ...header })
    .encrypt(key);
  return inChannel(bench, { response });
};

const fromAnother = (kind: Kind, where: string): Check =>
  refused(BINDING, `${where}: made for another transaction`, kind, async (bench, kit) => {
    const honest = await (await kit.bench(kind)).honest();
    return "form" in honest ? { ...honest, responseUri: responseUriOf(bench.request) } : honest;
  });

const encryptionChecks = (kind: Kind, where: string): Check[] => [
  refused(BINDING, `${where}: opened by a man in the middle and encrypted again`, kind, async (bench) => {
    const { d: _private, ...encryptionJwk } = await newJwk();
    const { transcript } = await bench.session({ encryptionJwk });
    return bench.wrap(await bench.mdoc({ transcript }));
  }),
  refused(ENCRYPTION, `${where}: unencrypted where encryption was asked for`, kind, async (bench) => {
    const id = idOf(bench.request, EU_PROOF_OF_AGE);
    const { state } = bench.request.payload;
    return inChannel(bench, { vp_token: { [id]: [textOf(await bench.mdoc())] }, state });
  }),
  refused(ENCRYPTION, `${where}: encrypted to another key`, kind, async (bench) =>
    encrypted(bench, {}, await newJwk()),
  ),
  refused(ENCRYPTION, `${where}: under another key's name`, kind, (bench) =>
    encrypted(bench, { kid: "another" }),
  ),
  refused(ENCRYPTION, `${where}: by an algorithm that was not offered`, kind, (bench) =>
    encrypted(bench, { enc: "A128CBC-HS256" }),
  ),
  fromAnother(kind, where),
];

export const bindingChecks: readonly Check[] = [
  elsewhere("EU link: another nonce", "eu_link", { nonce: "another-nonce-0123456789" }),
  elsewhere("EU link: another client id", "eu_link", { clientId: `redirect_uri:${EVIL}` }),
  elsewhere("EU link: another response address", "eu_link", { responseUri: EVIL }),
  fromAnother("eu_link", "EU link"),
  elsewhere("signed link: another nonce", "signed_link", { nonce: "another-nonce-0123456789" }),
  elsewhere("signed link: another client id", "signed_link", { clientId: "x509_hash:evil" }),
  elsewhere("signed link: another response address", "signed_link", { responseUri: EVIL }),
  ...encryptionChecks("signed_link", "signed link"),
  elsewhere("browser: another nonce", "dc_api", { nonce: "another-nonce-0123456789" }),
  elsewhere("browser: another site", "dc_api", { origin: EVIL }),
  ...encryptionChecks("dc_api", "browser"),
];
