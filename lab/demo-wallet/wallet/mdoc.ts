import {
  CoseKey,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  Issuer,
  type IssuerSigned,
  ItemsRequest,
  type SessionTranscript,
  SignatureAlgorithm,
} from "@owf/mdoc";
import type { Signer } from "../issuer/authority.ts";
import { type EcJwk, newJwk } from "../issuer/keys.ts";
import { mdocContext } from "./mdoc-context.ts";

// An issuer and a holder of mdocs, by @owf/mdoc.

export type HeldMdoc = { docType: string; issuerSigned: IssuerSigned; deviceJwk: EcJwk };

export type MdocOptions = {
  docType: string;
  nameSpace: string;
  elements: Record<string, unknown>;
  signer: Signer;
  signed: Date;
  validFrom?: Date;
  validUntil: Date;
};

/** Issues a credential to a new device. */
export const issueMdoc = async (options: MdocOptions): Promise<HeldMdoc> => {
  const { docType, nameSpace, elements, signer } = options;
  const { signed, validFrom = signed, validUntil } = options;
  const deviceJwk = await newJwk();
  const { d: _private, ...deviceKey } = deviceJwk;
  const issuerSigned = await new Issuer(docType, mdocContext).addIssuerNamespace(nameSpace, elements).sign({
    signingKey: CoseKey.fromJwk({ ...signer.jwk, alg: "ES256" }),
    algorithm: SignatureAlgorithm.ES256,
    digestAlgorithm: "SHA-256",
    validityInfo: { signed, validFrom, validUntil },
    deviceKeyInfo: { deviceKey: DeviceKey.fromJwk(deviceKey) },
    certificates: signer.chain,
  });
  return { docType, issuerSigned, deviceJwk };
};

/** Answers a request for some elements, in a session. @returns an encoded DeviceResponse */
export const presentMdoc = async (
  held: HeldMdoc,
  elements: Record<string, string[]>,
  sessionTranscript: SessionTranscript | Uint8Array,
): Promise<Uint8Array> => {
  const namespaces = Object.fromEntries(
    Object.entries(elements).map(([nameSpace, names]) => [
      nameSpace,
      Object.fromEntries(names.map((name) => [name, false])),
    ]),
  );
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({
        docRequests: [
          DocRequest.create({ itemsRequest: ItemsRequest.create({ docType: held.docType, namespaces }) }),
        ],
      }),
      issuerSigned: [held.issuerSigned],
      sessionTranscript,
      signature: { signingKey: CoseKey.fromJwk({ ...held.deviceJwk, alg: "ES256" }) },
    },
    mdocContext,
  );
  return response.encode();
};
