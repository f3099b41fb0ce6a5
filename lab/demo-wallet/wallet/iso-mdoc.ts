import { hash } from "node:crypto";
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { cborDecode, cborEncode, DeviceRequest } from "@owf/mdoc";
import { asMdoc, presentRaw } from "./auth0-mdoc.ts";
import type { HeldMdoc } from "./mdoc.ts";

// `org-iso-mdoc` over the Digital Credentials API (ISO/IEC TS 18013-7 Annex C): CBOR by @owf/mdoc, sealing by @hpke/core.

/** For tests that write a request by hand. */
export { cborDecode, cborEncode, DataItem } from "@owf/mdoc";

/** The `data` of a request. */
export type IsoMdocData = { deviceRequest: string; encryptionInfo: string };

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64url"));

/** ISO/IEC 18013-5 §9.1.5.1 with the handover of Annex C.5. */
export const annexCTranscript = (encryptionInfo: string, origin: string): Uint8Array => {
  const digest = hash("sha256", cborEncode([encryptionInfo, origin]), "buffer");
  return cborEncode([null, null, ["dcapi", new Uint8Array(digest)]]);
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
  const jwk = { kty: "EC", crv: "P-256", x: recipient.x, y: recipient.y };
  const recipientPublicKey = await suite.kem.importKey("jwk", jwk, true);
  const info = new Uint8Array(transcript).buffer;
  const sender = await suite.createSenderContext({ recipientPublicKey, info });
  const cipherText = new Uint8Array(await sender.seal(new Uint8Array(deviceResponse).buffer));
  const sealed = new Map([
    ["enc", new Uint8Array(sender.enc)],
    ["cipherText", cipherText],
  ]);
  return { response: Buffer.from(cborEncode(["dcapi", sealed])).toString("base64url") };
};

/** Annex C.2: who may open the answer. COSE labels -2 and -3 are the coordinates (RFC 9053 §7.1.1). */
export const recipientOf = (encryptionInfo: string): { x: string; y: string } => {
  const [, info] = cborDecode<[string, Map<string, Map<number, Uint8Array>>]>(bytesOf(encryptionInfo));
  const coordinate = (label: number): string =>
    Buffer.from(info.get("recipientPublicKey")?.get(label) ?? []).toString("base64url");
  return { x: coordinate(-2), y: coordinate(-3) };
};

/** The document types that a request asks for. */
export const docTypesIn = ({ deviceRequest }: Pick<IsoMdocData, "deviceRequest">): string[] =>
  DeviceRequest.decode(bytesOf(deviceRequest)).docRequests.map(({ itemsRequest }) => itemsRequest.docType);

/** What is asked of this attestation, by namespace. Everything that is asked for and held is given. */
const elementsAskedOf = (held: HeldMdoc, { deviceRequest }: IsoMdocData): Record<string, string[]> => {
  const { docRequests } = DeviceRequest.decode(bytesOf(deviceRequest));
  const wanted = docRequests.find(({ itemsRequest }) => itemsRequest.docType === held.docType);
  if (!wanted) throw new Error("the wallet has nothing that the request asks for");
  return Object.fromEntries(
    [...wanted.itemsRequest.namespaces].map(([nameSpace, elements]) => [
      nameSpace,
      (held.issuerSigned.getIssuerNamespace(nameSpace) ?? [])
        .map(({ elementIdentifier }) => elementIdentifier)
        .filter((name) => elements.has(name)),
    ]),
  );
};

/** Answers a request honestly with one attestation. */
export const respondIsoMdoc = async (
  data: IsoMdocData,
  held: HeldMdoc,
  origin: string,
): Promise<{ response: string }> => {
  const transcript = annexCTranscript(data.encryptionInfo, origin);
  const { docType, deviceJwk } = held;
  const elements = elementsAskedOf(held, data);
  const deviceResponse = await presentRaw({ mdoc: asMdoc(held), docType, deviceJwk }, elements, transcript);
  return sealResponse(deviceResponse, recipientOf(data.encryptionInfo), transcript);
};
