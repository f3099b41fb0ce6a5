import { hash } from "node:crypto";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { decode, encode, Tagged } from "cborg";
import { type Handle, type LocalOptions, serveLocally } from "../../scripts/local/serve.ts";

// A stand-in for a prover and a verifier of zero-knowledge proofs. What it calls a proof is a hash of what is claimed, which
// anyone can make: it shows that both sides put the same things on the wire, and nothing about proofs.

/** What a proof is about, as a wallet writes it down. */
export type Claim = {
  transcript: Uint8Array;
  circuitHash: string;
  docType: string;
  nameSpace: string;
  /** The values encoded. */
  elements: readonly (readonly [name: string, value: Uint8Array])[];
  /** `YYYY-MM-DDTHH:MM:SSZ`. */
  time: string;
  /** DER. */
  signer: Uint8Array;
};

/** About as long as those of the published circuits. */
const PROOF_BYTES = 360_000;

/** Every byte counts: a proof with another byte anywhere is refused. */
export const standInProof = (claim: Claim): Uint8Array => {
  const { transcript, circuitHash, docType, nameSpace, elements, time, signer } = claim;
  const said = encode([transcript, circuitHash, docType, nameSpace, elements.flat(), time, signer]);
  const digest = hash("sha256", said, "buffer");
  return new Uint8Array(Buffer.alloc(PROOF_BYTES, digest));
};

/** How the stand-in fails, for tests. */
export type Trouble =
  | "silent"
  /** Answers once the trouble is another one. */
  | "held"
  | "dripping"
  | "broken"
  | "refusing"
  | "garbage"
  | "huge"
  /** Says no with `null` for the claims, as Go writes a map that was never made. */
  | "null_no"
  | "null_claims"
  | "no_claims"
  | "other_element"
  | "other_value"
  | "other_namespace"
  | "more_claims"
  | "truthy"
  | null;

type Item = { elementIdentifier: string; elementValue: Uint8Array };
type Read = { claim: Claim; proof: Uint8Array };

/** The bytes of a value, which a decoder does not keep; claims about ages hold nothing but yes and no. */
const booleanBytes = (value: unknown): Uint8Array => encode(value === true);

/** Maps as such, a time as its text, and what is embedded in place of its bytes. */
const decodeAll = (bytes: Uint8Array) =>
  decode(bytes, {
    useMaps: true,
    tags: {
      0: (content) => content(),
      24: (content) => {
        const inner: unknown = content();
        if (!(inner instanceof Uint8Array)) throw new Error("tag 24 without bytes");
        return decodeAll(inner);
      },
    },
  });

const read = (transcript: Uint8Array, deviceResponse: Uint8Array): Read => {
  const response = decodeAll(deviceResponse);
  const [document, ...others] = response.get("zkDocuments");
  if (others.length > 0) throw new Error("more than one document");
  const data = document.get("documentData");
  const [[nameSpace, items], ...more] = [...data.get("issuerSigned")];
  if (more.length > 0) throw new Error("more than one namespace");
  const chain = data.get("msoX5chain");
  return {
    proof: document.get("proof"),
    claim: {
      transcript,
      circuitHash: data.get("zkSystemId"),
      docType: data.get("docType"),
      nameSpace,
      elements: items.map((item: Map<string, unknown>) => [
        item.get("elementIdentifier"),
        booleanBytes(item.get("elementValue")),
      ]),
      time: data.get("timestamp"),
      signer: Array.isArray(chain) ? chain[0] : chain,
    },
  };
};

type ClaimsJson = Record<string, { ElementIdentifier: string; ElementValue: string }[]>;

const claimsOf = ({ nameSpace, elements }: Claim): ClaimsJson => ({
  [nameSpace]: elements.map(([ElementIdentifier, value]) => ({
    ElementIdentifier,
    ElementValue: Buffer.from(value).toString("base64"),
  })),
});

const lieAbout = (claim: Claim, trouble: Trouble): object => {
  const [[name, value] = ["", new Uint8Array()]] = claim.elements;
  const Claims = claimsOf(claim);
  const about = (elements: Claim["elements"], nameSpace = claim.nameSpace) =>
    claimsOf({ ...claim, nameSpace, elements });
  switch (trouble) {
    case "null_claims":
      return { Status: true, Claims: null };
    case "no_claims":
      return { Status: true };
    case "other_element":
      return { Status: true, Claims: about([["age_over_99", value]]) };
    case "other_value":
      return { Status: true, Claims: about([[name, encode(value[0] !== 0xf5)]]) };
    case "other_namespace":
      return { Status: true, Claims: about(claim.elements, "org.example.other") };
    case "more_claims":
      return { Status: true, Claims: { ...Claims, "org.example.more": [] } };
    case "truthy":
      return { Status: "true", Claims };
    default:
      return { Status: true, Claims };
  }
};

export type VerifierStandIn = {
  url: string;
  trouble: Trouble;
  /** What was asked, newest last. */
  asked: Claim[];
  /** Takes what it cannot read for false. */
  stop(): Promise<void>;
};

/** Serves `POST /zkverify` as google/longfellow-zk's reference verifier service does. */
export const serveVerifier = async (options: LocalOptions): Promise<VerifierStandIn> => {
  const running: VerifierStandIn = { url: "", trouble: null, asked: [], stop: async () => {} };
  const handle: Handle = async (request, response) => {
    const say = (status: number, body: object): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method !== "POST" || request.url !== "/zkverify") return say(404, { error: "not here" });
    const body = (await json(request)) as { Transcript: string; ZKDeviceResponseCBOR: string };
    const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));
    const { claim, proof } = read(bytes(body.Transcript), bytes(body.ZKDeviceResponseCBOR));
    running.asked.push(claim);
    while (running.trouble === "held") await setTimeout(5);
    const { trouble } = running;
    if (trouble === "silent") return;
    if (trouble === "dripping") {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
      return;
    }
    if (trouble === "broken") return say(500, { Status: true, Claims: claimsOf(claim) });
    if (trouble === "refusing") return say(400, { error: "Error processing cbor request: no" });
    if (trouble === "garbage") return void response.writeHead(200).end("<html>Status: true</html>");
    if (trouble === "huge")
      return say(200, { Status: true, Claims: claimsOf(claim), Message: "x".repeat(1_000_000) });
    if (trouble === "null_no") return say(200, { Status: false, Claims: null });
    const isRight = Buffer.from(standInProof(claim)).equals(proof);
    if (!isRight) return say(200, { Status: false, Claims: claimsOf(claim), Message: "verification failed" });
    say(200, lieAbout(claim, trouble));
  };
  const served = await serveLocally(options, {
    refusal: "The stand-in for a verifier of proofs is not for LINTEL_ENV=production: it proves nothing.",
    handle,
    onError: (response) => void response.writeHead(400).end('{"error":"Error reading request body"}'),
  });
  // By its address: the service takes no name for where its verifier is.
  return Object.assign(running, served, { url: served.url.replace("localhost", "127.0.0.1") });
};

/** What a wallet answers: a DeviceResponse with a proof for each claim. `change` is for what wallets should not do. */
export const proveWith = (
  claims: readonly Claim[],
  {
    zkSystemId,
    chain,
    data = (map) => map,
    document = (map) => map,
    response = (map) => map,
  }: {
    /** The label that the request gave the circuit. */
    zkSystemId: string;
    chain: unknown;
    data?: (map: Map<string, unknown>) => Map<string, unknown>;
    document?: (map: Map<string, unknown>) => Map<string, unknown>;
    response?: (map: Map<string, unknown>) => Map<string, unknown>;
  },
): Uint8Array => {
  const zkDocuments = claims.map((claim) => {
    const items = claim.elements.map(
      ([name, value]): Item => ({ elementIdentifier: name, elementValue: decode(value) }),
    );
    const about = new Map<string, unknown>([
      ["zkSystemId", zkSystemId],
      ["docType", claim.docType],
      ["timestamp", new Tagged(0, claim.time)],
      ["issuerSigned", new Map([[claim.nameSpace, items]])],
      ["deviceSigned", new Map()],
      ["msoX5chain", chain],
    ]);
    return document(
      new Map<string, unknown>([
        ["proof", standInProof(claim)],
        ["documentData", new Tagged(24, encode(data(about)))],
      ]),
    );
  });
  const all = new Map<string, unknown>([
    ["version", "1.0"],
    ["zkDocuments", zkDocuments],
    ["status", 0],
  ]);
  return encode(response(all));
};
