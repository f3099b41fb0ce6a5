import { EU_MEMBERS } from "./places.ts";
import { type MethodRule, type Place, type Policy, type PolicyRule, placeOf } from "./policy.ts";
import type { Regulator } from "./regulators.ts";
import * as sources from "./sources.ts";

/** What a later edition of a pack proposes differently. */
export type PackChange = {
  /** The day of the first edition that has it: `2026-11-30`. */
  on: string;
  what: string;
  why: string;
};

/**
 * Rules for certain places, proposed from published sources. A starting point for an officer, not legal
 * advice.
 */
export type Pack = {
  id: string;
  title: string;
  about: string;
  /** The day on which the sources were last compared with the rules, which names its edition: `2026-11-22`. */
  asOf: string;
  /** Whose list it follows. A pack leads with nothing that this list does not take: packs.test.ts. */
  regulator: Regulator;
  sources: readonly sources.Source[];
  /** Each says why the rules are what they are. */
  reasons: readonly string[];
  rules: readonly (Place & PolicyRule)[];
  /** The newest first. */
  changes: readonly PackChange[];
};

const AS_OF = "2026-11-30";

/** Shown with every pack. */
export const NOT_LEGAL_ADVICE =
  "A pack is a starting point taken from published sources. It is not legal advice: have your counsel check it.";

// Two photos, then another method, since regulators want escalation in place of repeated tries. A voucher can
// use all the tries that the rule allows, so that a person with neither a camera nor a smartphone still has a
// method.
const PHOTO: MethodRule = { id: "document", use: "offer", attempts: 2 };
const WALLET: MethodRule = { id: "wallet", use: "offer" };
const VOUCHER: MethodRule = { id: "voucher", use: "offer" };
const SPARE_VOUCHER: MethodRule = { id: "voucher", use: "fallback" };
const APPEAL: MethodRule = { id: "voucher", use: "appeal" };

const TRIES = { attemptsInAll: 4, minimumChoices: 2 } as const satisfies PolicyRule;

const PHOTO_FIRST: PolicyRule = { methods: [PHOTO, WALLET, SPARE_VOUCHER, APPEAL], ...TRIES };
const WALLET_FIRST: PolicyRule = { methods: [WALLET, PHOTO, SPARE_VOUCHER, APPEAL], ...TRIES };
// Without the photo of a document: no one is compared with it, and the lists of these places ask for that.
const WALLET_AND_VOUCHER: PolicyRule = { methods: [WALLET, VOUCHER, APPEAL], ...TRIES };
const VOUCHER_AND_WALLET: PolicyRule = { methods: [VOUCHER, WALLET, APPEAL], ...TRIES };

const TWO_WAYS =
  "Two methods are open at once. After two photos without a decision a voucher is offered as well.";
const TWO_WITHOUT_PHOTO =
  "Two methods are open at once, one of which needs neither a camera nor a smartphone.";
const APPEALS = "A rejection can be appealed with a voucher, which collects no document.";
const ADD_MATCHING =
  "The photo of a document is left out: no one is compared with it. If you have an account with a company that compares the face with the document, add it.";
const ADD_FIRST =
  "Without a trusted wallet issuer, only the voucher is left: add a company that compares the face first.";

const withoutPhoto = (why: string): PackChange => ({
  on: AS_OF,
  what: "The photo of a document is no longer proposed.",
  why,
});

export const PACKS: readonly Pack[] = [
  {
    id: "uk",
    title: "United Kingdom",
    about: "Adult content under the Online Safety Act",
    asOf: AS_OF,
    regulator: "ofcom",
    sources: [sources.OFCOM_PAGE, sources.OFCOM_SUMMARY, sources.OFCOM_KINDS, sources.OFCOM_REFUSES],
    reasons: [
      "18 or over. Stating an age is not highly effective.",
      "Ofcom lists digital identity services, such as wallets, and documents compared with the person’s face.",
      ADD_MATCHING,
      ADD_FIRST,
      TWO_WITHOUT_PHOTO,
      APPEALS,
    ],
    rules: [{ country: "GB", minimumAge: 18, ...WALLET_AND_VOUCHER }],
    changes: [
      withoutPhoto(
        "Ofcom lists photo-ID matching, where the document is compared with the person’s face. A photo that no one is compared with is not on its list.",
      ),
    ],
  },
  {
    id: "fr",
    title: "France",
    about: "Adult content under the SREN law and ARCOM's standard",
    asOf: AS_OF,
    regulator: "arcom",
    sources: [sources.ARCOM_SUMMARY, sources.ARCOM_VENDOR, sources.ARCOM_WALLET],
    reasons: [
      "18 or over, proven again at each visit.",
      "The site learns neither who the person is nor which method proved the age.",
      "Two methods or more, one of them double-blind. No method in this pack is, so a warning stays until you add one.",
      ADD_MATCHING,
      ADD_FIRST,
      APPEALS,
    ],
    rules: [{ country: "FR", minimumAge: 18, ...WALLET_AND_VOUCHER, hideMethod: true, proofMaxAgeDays: 0 }],
    changes: [
      withoutPhoto(
        "Summaries of ARCOM’s standard name documents only with a check that the person is alive and there.",
      ),
    ],
  },
  {
    id: "de",
    title: "Germany",
    about: "Closed groups of adults by the criteria of the KJM",
    asOf: AS_OF,
    regulator: "kjm",
    sources: [sources.KJM_PAGE, sources.KJM_IN_PERSON, sources.KJM_2025],
    reasons: [
      "18 or over, identified once, and authenticated at each use: a proof counts for one visit.",
      "Identified in person, by your staff, or by a company that compares the face with the document: a copy of an ID identifies no person.",
      "We found no decision of the KJM on digital identity wallets: ask your counsel before you rely on the wallet.",
      "If you add a method that estimates, only an estimate of 25 or over decides: the KJM accepted such a rule in November 2025.",
      ADD_MATCHING,
      ADD_FIRST,
      TWO_WITHOUT_PHOTO,
      APPEALS,
    ],
    rules: [{ country: "DE", minimumAge: 18, ...VOUCHER_AND_WALLET, challengeAge: 25, proofMaxAgeDays: 0 }],
    changes: [
      withoutPhoto(
        "The KJM asks that a person is identified, and says that a copy of an ID confirms a document only. The voucher of your staff comes first.",
      ),
    ],
  },
  {
    id: "eu",
    title: "European Union",
    about: "Services for adults under Article 28 of the Digital Services Act, in all 27 member states",
    asOf: AS_OF,
    regulator: "commission",
    sources: [sources.DSA_POLICY_ALERT, sources.DSA_SUMMARY, sources.DSA_DEFINITIONS],
    reasons: [
      "18 or over is verified, not estimated. The EU age attestation answers exactly this, by age_over_18.",
      "Stating an age does not protect enough.",
      "Member states differ below 18 and in details: France and Germany have separate packs. Accept those after this one, which sets their rules too.",
      ADD_MATCHING,
      ADD_FIRST,
      TWO_WITHOUT_PHOTO,
      APPEALS,
    ],
    rules: EU_MEMBERS.map((country) => ({ country, minimumAge: 18, ...WALLET_AND_VOUCHER })),
    changes: [
      withoutPhoto(
        "For services from 18 the Commission asks for methods with a high degree of certainty. A photo that no one is compared with is not named.",
      ),
    ],
  },
  {
    id: "au",
    title: "Australia",
    about: "Accounts of social media from 16 (Social Media Minimum Age)",
    asOf: AS_OF,
    regulator: "esafety",
    sources: [sources.ESAFETY_SUMMARY, sources.ESAFETY_WATERFALL],
    reasons: [
      "16 or over.",
      "Never a government's ID alone, and never a stated age alone.",
      "One method after another instead of repeated tries of the same one: two photos at most.",
      TWO_WAYS,
      "A decision can be reviewed. A rejection can be appealed with a voucher, which collects no document.",
    ],
    rules: [{ country: "AU", minimumAge: 16, ...PHOTO_FIRST }],
    changes: [],
  },
  {
    id: "us-ny",
    title: "New York",
    about: "Feeds under the SAFE for Kids Act, by the proposed rules",
    asOf: AS_OF,
    regulator: "new_york",
    sources: [sources.NEW_YORK_NOTICE, sources.NEW_YORK_VENDOR],
    reasons: [
      "18 or over. The rules are proposed: check whether they are final.",
      "At least one method other than a government's ID.",
      TWO_WAYS,
      "Appeals. A rejection can be appealed with a voucher, which collects no document.",
    ],
    rules: [{ country: "US", region: "US-NY", minimumAge: 18, ...PHOTO_FIRST }],
    changes: [],
  },
  {
    id: "br",
    title: "Brazil",
    about: "Products for adults under the ECA Digital (Law 15.211/2025)",
    asOf: AS_OF,
    regulator: "anpd",
    sources: [sources.BRAZIL_REPORT, sources.BRAZIL_SUMMARY, sources.ANPD_GUIDANCE],
    reasons: [
      "18 or over, in force since 17 March 2026. Stating an age is not enough.",
      "As little data as possible: a wallet is asked first.",
      "Which documents count is not published yet. No one is compared with the photo of a document.",
      TWO_WAYS,
      APPEALS,
    ],
    rules: [{ country: "BR", minimumAge: 18, ...WALLET_FIRST }],
    changes: [],
  },
];

/** @returns undefined when there is no such pack */
export const packById = (id: string): Pack | undefined => PACKS.find((pack) => pack.id === id);

/**
 * A policy whose rules for the pack's places are replaced by the pack's; everything else stays as it is.
 * @param known the methods of this deployment: others are left out of the rules; absent: all are kept
 */
export const applyPack = (policy: Policy, { rules }: Pack, known?: ReadonlySet<string>): Policy => {
  const replaced = new Set(rules.map(placeOf));
  const proposed = rules.map(({ methods = [], ...rule }) => ({
    ...rule,
    methods: methods.filter(({ id }) => known === undefined || known.has(id)),
  }));
  return {
    ...policy,
    regions: [...policy.regions.filter((rule) => !replaced.has(placeOf(rule))), ...proposed],
  };
};

/** The methods of a pack that a deployment does not have. */
export const missingMethods = ({ rules }: Pack, known: ReadonlySet<string>): string[] => [
  ...new Set(rules.flatMap(({ methods = [] }) => methods.map(({ id }) => id)).filter((id) => !known.has(id))),
];
