import { Verifier as Auth0Verifier } from "@auth0/mdl";
import { cborEncode, DataItem, DeviceResponse, Verifier as OwfVerifier, SessionTranscript } from "@owf/mdoc";
import { EU_PROOF_OF_AGE } from "../demo-wallet/issuer/attest.ts";
import { pemOf } from "../demo-wallet/issuer/keys.ts";
import { testIssuer } from "../demo-wallet/issuer/test-issuer.ts";
import { mdocContext } from "../demo-wallet/wallet/mdoc-context.ts";
import type { Check } from "./check.ts";
import { type Result, runChecks } from "./run.ts";
import { type Answer, type Ask, NotOffered, type State, type Target } from "./target.ts";

// The same forged documents against other verifiers: what they let pass shows what these checks are worth. Only documents
// are compared: requests, states and replays are left to a library's caller.

type Session = { clientId: string; nonce: string; responseUri: string };

/** Verifies a DeviceResponse for this session by an issuer's certificate. @throws when it refuses */
type Verify = (response: Uint8Array, session: Session, issuer: Uint8Array) => Promise<void>;

const OTHERS: Record<string, Verify> = {
  "@owf/mdoc": async (deviceResponse, session, issuer) => {
    await OwfVerifier.verifyDeviceResponse(
      {
        deviceResponse,
        sessionTranscript: await SessionTranscript.forOid4Vp(session, mdocContext),
        trustedCertificates: [issuer],
        now: new Date(),
      },
      mdocContext,
    );
  },
  "@auth0/mdl": async (deviceResponse, session, issuer) => {
    const transcript = (await SessionTranscript.forOid4Vp(session, mdocContext)).encode();
    const encodedSessionTranscript = Buffer.from(cborEncode(DataItem.fromBuffer(transcript)));
    await new Auth0Verifier([pemOf(issuer)]).verify(deviceResponse, { encodedSessionTranscript });
  },
};

/** What the library's caller reads in a verified response. */
const isOver = (response: Uint8Array): boolean =>
  (DeviceResponse.decode(response).documents ?? []).every((document) =>
    (document.issuerSigned.getIssuerNamespace(EU_PROOF_OF_AGE) ?? []).some(
      ({ elementIdentifier, elementValue }) => elementIdentifier === "age_over_18" && elementValue === true,
    ),
  );

const linkOf = ({ clientId, nonce, responseUri }: Session): string => {
  const claims = [{ id: "a18", path: [EU_PROOF_OF_AGE, "age_over_18"], intent_to_retain: false }];
  const meta = { doctype_value: EU_PROOF_OF_AGE };
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "vp_token",
    response_mode: "direct_post",
    response_uri: responseUri,
    nonce,
    state: "state",
    dcql_query: JSON.stringify({ credentials: [{ id: "proof_of_age", format: "mso_mdoc", meta, claims }] }),
    client_metadata: JSON.stringify({
      vp_formats_supported: { mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] } },
    }),
  });
  return `av://?${query.toString().replaceAll("+", "%20")}`;
};

const presentationIn = (answer: Answer): Uint8Array => {
  const token = "form" in answer && typeof answer.form !== "string" ? answer.form.vp_token : undefined;
  const values: unknown[] = typeof token === "object" && token !== null ? Object.values(token).flat() : [];
  return new Uint8Array(Buffer.from(String(values[0] ?? ""), "base64url"));
};

const targetOf = (verify: Verify, issuer: Uint8Array): Target => ({
  trust: () => Promise.reject(new NotOffered("a library keeps no anchors")),
  begin: async () => {
    let state: State = "open";
    const ask = async (kind: string): Promise<Ask> => {
      if (kind !== "eu_link") throw new NotOffered("documents only");
      const responseUri = `https://verifier.example/response/${crypto.randomUUID()}`;
      const session = { clientId: `redirect_uri:${responseUri}`, nonce: crypto.randomUUID(), responseUri };
      const send = async (answer: Answer) => {
        const response = presentationIn(answer);
        const isTaken = await verify(response, session, issuer).then(
          () => true,
          () => false,
        );
        if (isTaken) state = isOver(response) ? "over" : "under";
        return { isTaken, redirectUri: null };
      };
      return {
        request: linkOf(session),
        origin: "https://verifier.example",
        fetchRequest: async () => "",
        send,
      };
    };
    return {
      ask,
      askSameDevice: () => Promise.reject(new NotOffered("documents only")),
      state: async () => state,
    };
  },
});

// §7.2.5, the meaning of the ages, is the caller's part; the library checks everything else in a document.
const isAboutDocuments = ({ spec }: Check): boolean =>
  /^ISO\/IEC 18013-5 (§|Annex B)/.test(spec) && !spec.includes("§7.2.5");

/** Only an answer that lets a forgery pass, or turns an honest user away. */
const isWrong = ({ check: { expected }, got }: Result): boolean =>
  expected === "refused" ? got === "accepted: over" : got === "refused";

type OtherResult = { verifier: string; run: number; failed: string[] };

/** Runs the checks that are about documents against other libraries for them. */
export const runOthers = async (checks: readonly Check[], now = new Date()): Promise<OtherResult[]> => {
  const { der } = await testIssuer(now);
  const results: OtherResult[] = [];
  for (const [verifier, verify] of Object.entries(OTHERS)) {
    const all = await runChecks(checks.filter(isAboutDocuments), targetOf(verify, der), { now });
    const offered = all.filter(({ verdict }) => verdict !== "not offered");
    const failed = offered.filter(isWrong).map(({ check, got }) => `${check.spec}  ${check.name}: ${got}`);
    results.push({ verifier, run: offered.length, failed });
  }
  return results;
};
