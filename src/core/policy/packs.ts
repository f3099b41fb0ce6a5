import { EU_MEMBERS } from "./places.ts";
import { type MethodRule, type Place, type Policy, type PolicyRule, placeOf } from "./policy.ts";

/** A source that a pack is based on. Several are a law firm's or a vendor's summary, as their titles say. */
export type PackSource = {
  title: string;
  /** As precisely as the source says: `2025`, `2025-09` or `2025-09-18`; null if it has no date. */
  dated: string | null;
  /** The address where it was read. */
  at: string;
};

/**
 * Rules for certain places, proposed from published sources. A starting point for an officer, not legal
 * advice.
 */
export type Pack = {
  id: string;
  title: string;
  about: string;
  /** The day on which the sources were last compared with the rules: `2026-11-22`. */
  asOf: string;
  sources: readonly PackSource[];
  /** Each says why the rules are what they are. */
  reasons: readonly string[];
  rules: readonly (Place & PolicyRule)[];
};

const AS_OF = "2026-11-22";

/** Shown with every pack. */
export const NOT_LEGAL_ADVICE =
  "A pack is a starting point taken from published sources. It is not legal advice: have your counsel check it.";

// Two photos, then another method, since regulators want escalation in place of repeated tries. A voucher can
// use all the tries that the rule allows, so that a person with neither a camera nor a smartphone still has a
// method.
const PHOTO: MethodRule = { id: "document", use: "offer", attempts: 2 };
const WALLET: MethodRule = { id: "wallet", use: "offer" };
const VOUCHER: MethodRule = { id: "voucher", use: "fallback" };
const APPEAL: MethodRule = { id: "voucher", use: "appeal" };

const PHOTO_FIRST: PolicyRule = {
  methods: [PHOTO, WALLET, VOUCHER, APPEAL],
  attemptsInAll: 4,
  minimumChoices: 2,
};
const WALLET_FIRST: PolicyRule = { ...PHOTO_FIRST, methods: [WALLET, PHOTO, VOUCHER, APPEAL] };

const TWO_WAYS =
  "Two methods are open at once. After two photos without a decision a voucher is offered as well.";
const APPEALS = "A rejection can be appealed with a voucher, which collects no document.";

export const PACKS: readonly Pack[] = [
  {
    id: "uk",
    title: "United Kingdom",
    about: "Adult content under the Online Safety Act",
    asOf: AS_OF,
    sources: [
      {
        title: "Ofcom: online pornography and highly effective age assurance",
        dated: "2025",
        at: "https://www.ofcom.org.uk/online-safety/illegal-and-harmful-content/online-pornography",
      },
      {
        title: "Lewis Silkin, summary: Ofcom publishes its final age assurance guidance",
        dated: "2025-01-16",
        at: "https://www.lewissilkin.com/en/insights/2025/01/16/a-new-age-ofcom-publishes-final-version-of-age-assurance-guidance-102ju6k",
      },
    ],
    reasons: [
      "18 or over. Stating an age is not highly effective.",
      "Accessible to all: several methods, one of which needs neither a camera nor a smartphone.",
      TWO_WAYS,
      APPEALS,
    ],
    rules: [{ country: "GB", minimumAge: 18, ...PHOTO_FIRST }],
  },
  {
    id: "fr",
    title: "France",
    about: "Adult content under the SREN law and ARCOM's standard",
    asOf: AS_OF,
    sources: [
      {
        title: "Legal Planet, summary: ARCOM's technical standard",
        dated: "2024",
        at: "https://legalplanet.pro/sites-pornographiques-les-nouvelles-modalites-de-verification-de-lage",
      },
      {
        title: "Didit, a vendor's summary: ARCOM's requirements and double anonymity",
        dated: "2025-09-22",
        at: "https://didit.me/fr/blog/age-verification-in-france",
      },
    ],
    reasons: [
      "18 or over, proven again at each visit.",
      "The site learns neither who the person is nor which method proved the age.",
      "Two methods or more, one of them double-blind. No method in this pack is, so a warning stays until you add one.",
      APPEALS,
    ],
    rules: [{ country: "FR", minimumAge: 18, ...WALLET_FIRST, hideMethod: true, proofMaxAgeDays: 0 }],
  },
  {
    id: "de",
    title: "Germany",
    about: "Closed groups of adults by the criteria of the KJM",
    asOf: AS_OF,
    sources: [
      {
        title: "KJM: age verification systems",
        dated: null,
        at: "https://www.kjm-online.de/aufsicht/technischer-jugendmedienschutz/unzulaessige-angebote/altersverifikationssysteme/",
      },
    ],
    reasons: [
      "18 or over, identified once, and authenticated at each use: a proof counts for one visit.",
      "If you add a method that estimates, only an estimate of 25 or over decides: the KJM accepted such a rule in November 2025.",
      TWO_WAYS,
      APPEALS,
    ],
    rules: [{ country: "DE", minimumAge: 18, ...WALLET_FIRST, challengeAge: 25, proofMaxAgeDays: 0 }],
  },
  {
    id: "eu",
    title: "European Union",
    about: "Services for adults under Article 28 of the Digital Services Act, in all 27 member states",
    asOf: AS_OF,
    sources: [
      {
        title: "Digital Policy Alert, summary: the Commission's guidelines on the protection of minors",
        dated: "2025-07-14",
        at: "https://digitalpolicyalert.org/event/31906-european-commission-adopted-guidelines-to-enforce-protection-of-minors-online-under-digital-services-act-including-age-verification-requirements",
      },
      {
        title: "EU Digital Law, summary: the guidelines as published in OJ C/2025/5519",
        dated: "2025-10-10",
        at: "https://eudigitallaw.com/new-commission-guidelines-on-age-assurance-and-minors-protections-under-the-dsa",
      },
    ],
    reasons: [
      "18 or over is verified, not estimated. The EU age attestation answers exactly this, by age_over_18.",
      "Stating an age does not protect enough.",
      "Member states differ below 18 and in details: France and Germany have separate packs. Accept those after this one, which sets their rules too.",
      TWO_WAYS,
      APPEALS,
    ],
    rules: EU_MEMBERS.map((country) => ({ country, minimumAge: 18, ...WALLET_FIRST })),
  },
  {
    id: "au",
    title: "Australia",
    about: "Accounts of social media from 16 (Social Media Minimum Age)",
    asOf: AS_OF,
    sources: [
      {
        title: "Corrs Chambers Westgarth, summary: eSafety's regulatory guidance",
        dated: "2025-09-18",
        at: "https://www.corrs.com.au/insights/under-16-social-media-ban-esafety-commissioners-regulatory-guidelines",
      },
      {
        title: "Allens, summary: the waterfall of methods and the trial of age assurance technology",
        dated: "2025-09",
        at: "https://www.allens.com.au/insights-news/insights/2025/09/towards-a-waterfall-model-insights-from-esafetys-consultation-and-the-age-assurance-technology-trial",
      },
    ],
    reasons: [
      "16 or over.",
      "Never a government's ID alone, and never a stated age alone.",
      "One method after another instead of repeated tries of the same one: two photos at most.",
      TWO_WAYS,
      "A decision can be reviewed. A rejection can be appealed with a voucher, which collects no document.",
    ],
    rules: [{ country: "AU", minimumAge: 16, ...PHOTO_FIRST }],
  },
  {
    id: "us-ny",
    title: "New York",
    about: "Feeds under the SAFE for Kids Act, by the proposed rules",
    asOf: AS_OF,
    sources: [
      {
        title: "Attorney General of New York: protecting children online, notice of proposed rules",
        dated: "2025-09-15",
        at: "https://ag.ny.gov/resources/individuals/consumer-issues/technology/protecting-children-online",
      },
      {
        title: "k-ID, a vendor's summary: the proposed rules",
        dated: "2025",
        at: "https://product.k-id.com/p/solving-youth-compliance-new-york",
      },
    ],
    reasons: [
      "18 or over. The rules are proposed: check whether they are final.",
      "At least one method other than a government's ID.",
      TWO_WAYS,
      "Appeals. A rejection can be appealed with a voucher, which collects no document.",
    ],
    rules: [{ country: "US", region: "US-NY", minimumAge: 18, ...PHOTO_FIRST }],
  },
  {
    id: "br",
    title: "Brazil",
    about: "Products for adults under the ECA Digital (Law 15.211/2025)",
    asOf: AS_OF,
    sources: [
      {
        title: "Convergência Digital, report: ANPD on checking ages",
        dated: "2025",
        at: "https://convergenciadigital.com.br/governo/anpd-afericao-de-idade-sera-requisito-estrutural-do-ecossistema-digital",
      },
      {
        title: "HRSA, a law firm's summary: ECA Digital for platforms, apps and games",
        dated: null,
        at: "https://hrsa.com.br/artigo/eca-digital-sancionado-ajustes-para-plataformas-apps-e-jogos",
      },
    ],
    reasons: [
      "18 or over, in force since 17 March 2026. Stating an age is not enough.",
      "As little data as possible: a wallet is asked first.",
      TWO_WAYS,
      APPEALS,
    ],
    rules: [{ country: "BR", minimumAge: 18, ...WALLET_FIRST }],
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
