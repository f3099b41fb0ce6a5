import { z } from "zod";
import { equalBytes, fromBase64, parseJson } from "../bytes.ts";
import { cborBytes, cborEmbedded, cborInt, cborList, cborMap, cborText, cborTime } from "../cbor/encode.ts";
import type { ProofVerdict, ProofVerifier, ProvedClaim } from "./proof-verifier.ts";

// The verifier service of google/longfellow-zk (reference/verifier-service), which an operator runs on the same machine.

/**
 * The DeviceResponse that the service reads, made of what was checked and of nothing else that a wallet sent. It takes the
 * label for the circuit's hash.
 */
const deviceResponse = (claim: ProvedClaim, proof: Uint8Array): Uint8Array => {
  const { circuit, docType, nameSpace, elements, time, issuerChain } = claim;
  const [signer, ...above] = issuerChain.map(cborBytes);
  const items = elements.map(({ name, value }) =>
    cborMap(["elementIdentifier", cborText(name)], ["elementValue", value]),
  );
  const data = cborMap(
    ["zkSystemId", cborText(circuit.hash)],
    ["docType", cborText(docType)],
    ["timestamp", cborTime(time)],
    ["issuerSigned", cborMap([nameSpace, cborList(...items)])],
    ["deviceSigned", cborMap()],
    ["msoX5chain", signer && above.length === 0 ? signer : cborList(...issuerChain.map(cborBytes))],
  );
  const document = cborMap(["proof", cborBytes(proof)], ["documentData", cborEmbedded(data)]);
  return cborMap(["version", cborText("1.0")], ["zkDocuments", cborList(document)], ["status", cborInt(0)]);
};

/** Go writes `null` for a map that was never made, as a plain no has. */
const ANSWER = z.object({
  Status: z.boolean(),
  Claims: z
    .record(z.string(), z.array(z.object({ ElementIdentifier: z.string(), ElementValue: z.string() })))
    .nullish(),
});

/** Whether the answer is about these very elements: one about others says nothing about ours. */
const isAbout = ({ Claims }: z.output<typeof ANSWER>, { nameSpace, elements }: ProvedClaim): boolean => {
  const [named, ...others] = Object.entries(Claims ?? {});
  const [name, items = []] = named ?? [];
  if (name !== nameSpace || others.length > 0 || items.length !== elements.length) return false;
  return elements.every((element, index) => {
    const item = items[index];
    const value = item ? fromBase64(item.ElementValue) : null;
    return item?.ElementIdentifier === element.name && value !== null && equalBytes(value, element.value);
  });
};

/** How a call ended, for the log; the service's own words are not repeated. */
export type ReferenceOutcome = "answered" | "no_answer" | "refused" | "unreadable" | "other_claims";

/** As evidence and practice statements call it. */
export const REFERENCE_VERIFIER = "google/longfellow-zk reference verifier";

type Options = {
  /** Posts JSON to a path of the service, within bounds of time, size and number. Throws when there is no answer. */
  post: (path: string, body: object) => Promise<{ status: number; text: string }>;
  note?: (outcome: ReferenceOutcome) => void;
};

/** @param options.post reaches the service, which must be on the operator's own machine */
export const createReferenceVerifier = ({ post, note }: Options): ProofVerifier => {
  const judge = async (claim: ProvedClaim, proof: Uint8Array): Promise<[ProofVerdict, ReferenceOutcome]> => {
    const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
    const answer = await post("/zkverify", {
      Transcript: base64(claim.transcript),
      ZKDeviceResponseCBOR: base64(deviceResponse(claim, proof)),
    }).catch(() => null);
    if (!answer) return ["unavailable", "no_answer"];
    // It answers 400 to what it does not read, such as a chain that ends at no CA that it knows.
    if (answer.status !== 200) return ["unavailable", "refused"];
    const { data } = ANSWER.safeParse(parseJson(answer.text));
    if (!data) return ["unavailable", "unreadable"];
    if (!data.Status) return ["invalid", "answered"];
    return isAbout(data, claim) ? ["valid", "answered"] : ["unavailable", "other_claims"];
  };
  return {
    name: REFERENCE_VERIFIER,
    verify: async (claim, proof) => {
      const [verdict, outcome] = await judge(claim, proof);
      note?.(outcome);
      return verdict;
    },
  };
};
