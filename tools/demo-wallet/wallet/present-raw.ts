import { DeviceResponse } from "@auth0/mdl";
import { cborDecode, cborEncode, DataItem } from "@owf/mdoc";
import type { EcJwk } from "../issuer/keys.ts";
import type { HeldMdoc } from "./mdoc.ts";

// For session transcripts that @owf/mdoc does not know: @auth0/mdl signs any.

/** An mdoc as @auth0/mdl reads it: a DeviceResponse that no device has signed yet. */
export const asMdoc = ({ docType, issuerSigned }: HeldMdoc): Uint8Array =>
  cborEncode(
    new Map<string, unknown>([
      ["version", "1.0"],
      [
        "documents",
        [
          new Map<string, unknown>([
            ["docType", docType],
            ["issuerSigned", cborDecode(issuerSigned.encode())],
          ]),
        ],
      ],
      ["status", 0],
    ]),
  );

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
