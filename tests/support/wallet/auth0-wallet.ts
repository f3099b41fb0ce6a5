import { Document, MDoc } from "@auth0/mdl";
import { presentRaw } from "../../../tools/demo-wallet/wallet/present-raw.ts";
import { days, jwkOf, newKeys, type Signer } from "./authority.ts";

export { annexCTranscript, sealResponse } from "../../../tools/demo-wallet/wallet/iso-mdoc.ts";

// A second wallet, for `org-iso-mdoc`: credentials by @auth0/mdl, which finds the nearest age itself.

export type Auth0Mdoc = { document: Uint8Array; deviceJwk: Awaited<ReturnType<typeof jwkOf>> };

const pem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

export const issueWithAuth0 = async (
  signer: Signer,
  elements: Record<string, unknown>,
): Promise<Auth0Mdoc> => {
  const deviceJwk = await jwkOf((await newKeys()).privateKey);
  const { d: _private, ...deviceKey } = deviceJwk;
  const document = await new Document("org.iso.18013.5.1.mDL")
    .addIssuerNameSpace("org.iso.18013.5.1", elements)
    .useDigestAlgorithm("SHA-256")
    .addValidityInfo({ signed: days(-1), validFrom: days(-1), validUntil: days(60) })
    .addDeviceKeyInfo({ deviceKey })
    .sign({
      issuerPrivateKey: { ...signer.jwk, kid: "signer" },
      issuerCertificate: pem(signer.der),
      alg: "ES256",
    });
  return { document: new Uint8Array(new MDoc([document]).encode()), deviceJwk };
};

export const presentWithAuth0 = (
  { document, deviceJwk }: Auth0Mdoc,
  elements: readonly string[],
  transcript: Uint8Array,
): Promise<Uint8Array> =>
  presentRaw(
    { mdoc: document, docType: "org.iso.18013.5.1.mDL", deviceJwk },
    { "org.iso.18013.5.1": elements },
    transcript,
  );
