import { newJwk } from "../../demo-wallet/issuer/keys.ts";
import { annexCTranscript, recipientOf, sealResponse } from "../../demo-wallet/wallet/iso-mdoc.ts";
import type { Bench } from "../bench.ts";
import { type Check, forgedMdoc, refused } from "../check.ts";
import type { Answer } from "../target.ts";

// ISO/IEC TS 18013-7 Annex C: `org-iso-mdoc` over the Digital Credentials API.

const ANNEX_C = "ISO/IEC TS 18013-7 Annex C";
const EVIL = "https://evil.example";

const infoOf = ({ ask: { request } }: Bench): string =>
  typeof request === "string" ? "" : String(request.encryptionInfo);

/** Signed for one session, sealed for one session, to one key. */
const answer = async (
  bench: Bench,
  change: { signedFor?: Uint8Array; sealedFor?: Uint8Array; to?: { x: string; y: string } },
): Promise<Answer> => {
  const here = annexCTranscript(infoOf(bench), bench.ask.origin);
  const { signedFor = here, sealedFor = here, to = recipientOf(infoOf(bench)) } = change;
  const data = await sealResponse(await bench.mdoc({ transcript: signedFor }), to, sealedFor);
  return { protocol: "org-iso-mdoc", data };
};

const wrong = (name: string, forge: (bench: Bench) => Promise<Answer>): Check =>
  refused(ANNEX_C, name, "iso_mdoc", forge);

export const annexCChecks: readonly Check[] = [
  wrong("made on another site", (bench) => {
    const there = annexCTranscript(infoOf(bench), EVIL);
    return answer(bench, { signedFor: there, sealedFor: there });
  }),
  wrong("relayed: signed on another site, sealed for this one", (bench) =>
    answer(bench, { signedFor: annexCTranscript(infoOf(bench), EVIL) }),
  ),
  wrong("sealed for another site", (bench) =>
    answer(bench, { sealedFor: annexCTranscript(infoOf(bench), EVIL) }),
  ),
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
