import { DeviceResponse, Document, MDoc } from "@auth0/mdl";
import { cborDecode, cborEncode, DataItem } from "@owf/mdoc";
import type { Signer } from "../issuer/authority.ts";
import { type EcJwk, newJwk, pemOf } from "../issuer/keys.ts";
import type { HeldMdoc } from "./mdoc.ts";

// A second library for mdocs. It signs any session transcript, also those that @owf/mdoc does not know.

/** A driving licence as @auth0/mdl holds it: a DeviceResponse that no device has signed yet. */
export type Auth0Mdoc = { document: Uint8Array; deviceJwk: EcJwk };

/** Issues a driving licence (ISO/IEC 18013-5 §7) to a new device. */
export const issueWithAuth0 = async (
  signer: Signer,
  elements: Record<string, unknown>,
  { signed, validUntil }: { signed: Date; validUntil: Date },
): Promise<Auth0Mdoc> => {
  const deviceJwk = await newJwk();
  const { d: _private, ...deviceKey } = deviceJwk;
  const document = await new Document("org.iso.18013.5.1.mDL")
    .addIssuerNameSpace("org.iso.18013.5.1", elements)
    .useDigestAlgorithm("SHA-256")
    .addValidityInfo({ signed, validFrom: signed, validUntil })
    .addDeviceKeyInfo({ deviceKey })
    .sign({
      issuerPrivateKey: { ...signer.jwk, kid: "signer" },
      issuerCertificate: pemOf(signer.der),
      alg: "ES256",
    });
  return { document: new Uint8Array(new MDoc([document]).encode()), deviceJwk };
};

/** An mdoc as @auth0/mdl reads it: a DeviceResponse that no device has signed yet. */
export const asMdoc = ({ docType, issuerSigned }: HeldMdoc): Uint8Array =>
  cborEncode({
    version: "1.0",
    documents: [{ docType, issuerSigned: cborDecode(issuerSigned.encode()) }],
    status: 0,
  });

/**
 * Shows some elements in a session. The nearest age is found by the library itself, ISO/IEC 18013-5 §7.2.5.
 * @returns an encoded DeviceResponse
 */
export const presentRaw = async (
  { mdoc, docType, deviceJwk }: { mdoc: Uint8Array; docType: string; deviceJwk: EcJwk },
  elements: Record<string, readonly string[]>,
  transcript: Uint8Array,
): Promise<Uint8Array> => {
  const fields = Object.entries(elements).flatMap(([nameSpace, names]) =>
    names.map((name) => ({ path: [`$['${nameSpace}']['${name}']`], intent_to_retain: false })),
  );
  const response = await DeviceResponse.from(mdoc)
    .usingPresentationDefinition({
      id: "age",
      input_descriptors: [
        {
          id: docType,
          format: { mso_mdoc: { alg: ["ES256"] } },
          constraints: { limit_disclosure: "required", fields },
        },
      ],
    })
    .usingSessionTranscriptBytes(Buffer.from(cborEncode(DataItem.fromBuffer(transcript))))
    .authenticateWithSignature({ ...deviceJwk, kid: "device" }, "ES256")
    .sign();
  return new Uint8Array(response.encode());
};
