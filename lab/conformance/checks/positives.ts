import {
  attestMdoc,
  attestSdJwt,
  DRIVING_LICENCE,
  EU_PROOF_OF_AGE,
} from "../../demo-wallet/issuer/attest.ts";
import { daysFrom } from "../../demo-wallet/issuer/keys.ts";
import type { Held } from "../../demo-wallet/wallet/choose-claims.ts";
import { docTypesIn, respondIsoMdoc } from "../../demo-wallet/wallet/iso-mdoc.ts";
import { issueMdoc } from "../../demo-wallet/wallet/mdoc.ts";
import { responseUriOf } from "../../demo-wallet/wallet/read-request.ts";
import { bracketed, respond } from "../../demo-wallet/wallet/respond.ts";
import { type Bench, idOf, inChannel, isoRequestsOf, PID_VCT, textOf } from "../bench.ts";
import { accepted, type Check } from "../check.ts";
import type { Kit } from "../kit.ts";
import { type Answer, type Kind, NotOffered } from "../target.ts";

// Honest wallets, by libraries that no verifier of ours knows: what has to be taken, in every channel and format.

const PROFILE = "EU age verification, Annex A";
const VP = "OpenID4VP 1.0 §B.2";
const SD_JWT = "OpenID4VP 1.0 §B.3";
const ANNEX_C = "ISO/IEC TS 18013-7 Annex C";
const NEAREST = "ISO/IEC 18013-5 §7.2.5";

/** As the demo wallet would answer. */
const by = async (bench: Bench, { now }: Kit, held: Held): Promise<Answer> => {
  const { kind, ask } = bench;
  if (kind === "iso_mdoc") {
    if (!("mdoc" in held)) throw new Error("org-iso-mdoc has mdocs only");
    const { docType } = held.mdoc;
    const data = isoRequestsOf(ask).find((request) => docTypesIn(request).includes(docType));
    if (!data) throw new NotOffered(`${docType} is not asked for`);
    return { protocol: "org-iso-mdoc", data: await respondIsoMdoc(data, held.mdoc, ask.origin) };
  }
  if ("sdJwt" in held) idOf(bench.request, held.sdJwt.vct);
  return inChannel(bench, await respond(bench.request, held, now));
};

const ADULT = 34;
const MINOR = 16;

/** An attestation of this type and age, which counts as what it says. */
const honest = (spec: string, name: string, kind: Kind, type: string, age: number): Check => {
  const [answer, state] = age >= 18 ? (["yes", "over"] as const) : (["no", "under"] as const);
  const attest = type === PID_VCT ? attestSdJwt : attestMdoc;
  return accepted(spec, `${name}: over 18 is ${answer}`, kind, state, async (bench, kit) =>
    by(bench, kit, await attest(type, { signer: kit.signer, age, now: kit.now })),
  );
};

/** A driving licence with these elements and no others. */
const licenceWith = async ({ signer, now }: Kit, elements: Record<string, unknown>): Promise<Held> => {
  const dates = { signed: daysFrom(now, -1), validUntil: daysFrom(now, 60) };
  const nameSpace = "org.iso.18013.5.1";
  return { mdoc: await issueMdoc({ docType: DRIVING_LICENCE, nameSpace, elements, signer, ...dates }) };
};

export const positiveChecks: readonly Check[] = [
  ...[ADULT, MINOR].flatMap((age) => [
    honest(PROFILE, "EU link, proof of age", "eu_link", EU_PROOF_OF_AGE, age),
    honest(VP, "signed link, proof of age", "signed_link", EU_PROOF_OF_AGE, age),
    honest(VP, "signed link, driving licence", "signed_link", DRIVING_LICENCE, age),
    honest(VP, "browser, proof of age", "dc_api", EU_PROOF_OF_AGE, age),
    honest(VP, "browser, driving licence", "dc_api", DRIVING_LICENCE, age),
    honest(ANNEX_C, "browser, org-iso-mdoc, proof of age", "iso_mdoc", EU_PROOF_OF_AGE, age),
    honest(ANNEX_C, "browser, org-iso-mdoc, driving licence", "iso_mdoc", DRIVING_LICENCE, age),
    honest(SD_JWT, "signed link, SD-JWT VC", "signed_link", PID_VCT, age),
    honest(SD_JWT, "browser, SD-JWT VC", "dc_api", PID_VCT, age),
  ]),
  accepted(PROFILE, "EU link, the older form vp_token[id]", "eu_link", "over", async (bench) => ({
    responseUri: responseUriOf(bench.request),
    form: bracketed({ id: idOf(bench.request, EU_PROOF_OF_AGE), presentation: textOf(await bench.mdoc()) }),
  })),
  accepted(PROFILE, "EU link, a presentation without its list", "eu_link", "over", async (bench) => ({
    responseUri: responseUriOf(bench.request),
    form: {
      vp_token: { [idOf(bench.request, EU_PROOF_OF_AGE)]: textOf(await bench.mdoc()) },
      state: bench.request.payload.state,
    },
  })),
  accepted(NEAREST, "“over 21” answers for 18", "dc_api", "over", async (bench, kit) =>
    by(bench, kit, await licenceWith(kit, { age_over_21: true })),
  ),
  accepted(
    NEAREST,
    "“over 18” answers for 16",
    "dc_api",
    "over",
    async (bench, kit) => by(bench, kit, await licenceWith(kit, { age_over_18: true })),
    { minimumAge: 16 },
  ),
  accepted(
    "ISO/IEC 18013-5 Annex B",
    "a signer's certificate signed with SHA-384",
    "eu_link",
    "over",
    async (bench, kit) => {
      const signer = await kit.issuer.signer({ hash: "SHA-384", eku: "1.3.130.2.0.0.1.2" });
      return bench.wrap(await bench.mdoc({ signer }));
    },
  ),
];
