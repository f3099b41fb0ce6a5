import { DRIVING_LICENCE } from "../../demo-wallet/issuer/attest.ts";
import { createAuthority } from "../../demo-wallet/issuer/authority.ts";
import { newJwk } from "../../demo-wallet/issuer/keys.ts";
import {
  annexCTranscript,
  docTypesIn,
  recipientOf,
  sealResponse,
} from "../../demo-wallet/wallet/iso-mdoc.ts";
import { type Bench, encryptionInfoOf, isoRequestsOf } from "../bench.ts";
import { accepted, type Check, check, forgedMdoc, refused } from "../check.ts";
import type { Forgery } from "../forge/forge-mdoc.ts";
import type { Answer } from "../target.ts";

// ISO/IEC TS 18013-7 Annex C: `org-iso-mdoc` over the Digital Credentials API.

const ANNEX_C = "ISO/IEC TS 18013-7 Annex C";
const EVIL = "https://evil.example";

/** Signed for one session, sealed for one session, to one key. */
const answer = async (
  bench: Bench,
  change: { signedFor?: Uint8Array; sealedFor?: Uint8Array; to?: { x: string; y: string } },
): Promise<Answer> => {
  const info = encryptionInfoOf(bench.ask);
  const here = annexCTranscript(info, bench.ask.origin);
  const { signedFor = here, sealedFor = here, to = recipientOf(info) } = change;
  const data = await sealResponse(await bench.mdoc({ transcript: signedFor }), to, sealedFor);
  return { protocol: "org-iso-mdoc", data };
};

const elsewhere = ({ ask }: Bench): Uint8Array => annexCTranscript(encryptionInfoOf(ask), EVIL);

const wrong = (name: string, forge: (bench: Bench) => Promise<Answer>): Check =>
  refused(ANNEX_C, name, "iso_mdoc", forge);

const LICENCE = { docType: DRIVING_LICENCE, nameSpace: "org.iso.18013.5.1" } as const;
const SEVERAL = "ISO/IEC 18013-5 §8.3.2.1.2.2";

/** One answer with these documents, sealed for this session. */
const several = async (bench: Bench, changes: readonly Partial<Forgery>[]): Promise<Answer> =>
  bench.wrap(await bench.mdocs(changes));

const twoDocuments: readonly Check[] = [
  check(
    "ISO/IEC 18013-5 §8.3.2.1.2.1",
    "browser, org-iso-mdoc: no request asks for two documents, which a wallet would have to show both of",
    "one each",
    async (kit) => {
      const requests = isoRequestsOf((await kit.bench("iso_mdoc")).ask).map(docTypesIn);
      const crowded = requests.find((types) => types.length !== 1);
      return crowded ? `asks for ${crowded.join(" and ")} at once` : "one each";
    },
  ),
  accepted(SEVERAL, "two documents in one answer, both true", "iso_mdoc", "over", (bench) =>
    several(bench, [{}, LICENCE]),
  ),
  accepted(SEVERAL, "two documents, and the second is the one that says it", "iso_mdoc", "over", (bench) =>
    several(bench, [{ elements: { age_over_16: true } }, LICENCE]),
  ),
  refused(
    SEVERAL,
    "two documents, the second by another CA of the same name",
    "iso_mdoc",
    async (bench, kit) => {
      const impostor = await createAuthority({ now: kit.now, name: kit.issuer.name });
      return several(bench, [{}, { ...LICENCE, signer: await impostor.signer() }]);
    },
  ),
  refused(SEVERAL, "two documents, the second bound to another device", "iso_mdoc", async (bench) =>
    several(bench, [{}, { ...LICENCE, namedDeviceJwk: await newJwk() }]),
  ),
  refused(SEVERAL, "two documents that contradict each other", "iso_mdoc", (bench) =>
    several(bench, [{}, { ...LICENCE, elements: { age_over_18: false } }]),
  ),
];

export const annexCChecks: readonly Check[] = [
  ...twoDocuments,
  wrong("made on another site", (bench) => {
    const there = elsewhere(bench);
    return answer(bench, { signedFor: there, sealedFor: there });
  }),
  wrong("relayed: signed on another site, sealed for this one", (bench) =>
    answer(bench, { signedFor: elsewhere(bench) }),
  ),
  wrong("sealed for another site", (bench) => answer(bench, { sealedFor: elsewhere(bench) })),
  wrong("sealed to another key", async (bench) => answer(bench, { to: await newJwk() })),
  refused(ANNEX_C, "made for another transaction", "iso_mdoc", async (_bench, kit) =>
    (await kit.bench("iso_mdoc")).honest(),
  ),
  wrong("not sealed", async (bench) => ({
    protocol: "org-iso-mdoc",
    data: { response: Buffer.from(await bench.mdoc()).toString("base64url") },
  })),
  wrong("nothing in it", async () => ({ protocol: "org-iso-mdoc", data: {} })),
  wrong("under the other protocol's name", async (bench) => {
    const honest = await bench.honest();
    return "data" in honest ? { ...honest, protocol: "openid4vp-v1-unsigned" } : honest;
  }),
  forgedMdoc(
    ANNEX_C,
    "signed by another device",
    async () => ({ namedDeviceJwk: await newJwk() }),
    "iso_mdoc",
  ),
];
