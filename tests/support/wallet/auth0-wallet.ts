import { createHash } from "node:crypto";
import { DeviceResponse, Document, MDoc } from "@auth0/mdl";
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { cborEncode, DataItem } from "@owf/mdoc";
import { days, jwkOf, newKeys, type Signer } from "./authority.ts";

// A second wallet, for `org-iso-mdoc`: credentials by @auth0/mdl, which finds the nearest age itself, sealing by @hpke/core.

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

/** ISO/IEC 18013-5 §9.1.5.1 with the handover of ISO/IEC TS 18013-7 Annex C, written once more and by other means. */
export const annexCTranscript = (encryptionInfo: string, origin: string): Uint8Array =>
  cborEncode([
    null,
    null,
    [
      "dcapi",
      new Uint8Array(
        createHash("sha256")
          .update(cborEncode([encryptionInfo, origin]))
          .digest(),
      ),
    ],
  ]);

export const presentWithAuth0 = async (
  { document, deviceJwk }: Auth0Mdoc,
  elements: readonly string[],
  transcript: Uint8Array,
): Promise<Uint8Array> => {
  const response = await DeviceResponse.from(document)
    .usingPresentationDefinition({
      id: "age",
      input_descriptors: [
        {
          id: "org.iso.18013.5.1.mDL",
          format: { mso_mdoc: { alg: ["ES256"] } },
          constraints: {
            limit_disclosure: "required",
            fields: elements.map((name) => ({
              path: [`$['org.iso.18013.5.1']['${name}']`],
              intent_to_retain: false,
            })),
          },
        },
      ],
    })
    .usingSessionTranscriptBytes(Buffer.from(cborEncode(DataItem.fromBuffer(transcript))))
    .authenticateWithSignature({ ...deviceJwk, kid: "device" }, "ES256")
    .sign();
  return new Uint8Array(response.encode());
};

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});

/** What the wallet hands to the browser: Annex C.3 and C.4. */
export const sealResponse = async (
  deviceResponse: Uint8Array,
  recipient: { x: string; y: string },
  transcript: Uint8Array,
): Promise<{ response: string }> => {
  const recipientPublicKey = await suite.kem.importKey(
    "jwk",
    { kty: "EC", crv: "P-256", x: recipient.x, y: recipient.y },
    true,
  );
  const sender = await suite.createSenderContext({
    recipientPublicKey,
    info: new Uint8Array(transcript).buffer,
  });
  const cipherText = new Uint8Array(await sender.seal(new Uint8Array(deviceResponse).buffer));
  const sealed = new Map([
    ["enc", new Uint8Array(sender.enc)],
    ["cipherText", cipherText],
  ]);
  return { response: Buffer.from(cborEncode(["dcapi", sealed])).toString("base64url") };
};
