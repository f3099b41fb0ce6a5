import { DEFAULT_PLACE, isRegionOf, type Place } from "./policy.ts";

/** ISO 3166-1 alpha-2, as assigned in 2026. */
export const COUNTRIES: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
  MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

/** The members of the European Union. */
export const EU_MEMBERS: readonly string[] =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** ISO 3166-2: the country, a hyphen, one to three letters or digits. */
const REGION = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;

/** Whether a country is in ISO 3166-1 and a region, by its code, is part of it. */
export const isPlace = ({ country, region }: Place): boolean =>
  COUNTRIES.includes(country) &&
  (region === undefined || (REGION.test(region) && isRegionOf(region, country)));

// The regions with a pack; other parts of a country keep their code, since no standard library knows their
// names.
const REGION_NAMES: Readonly<Record<string, string>> = { "US-NY": "New York" };

const COUNTRY_NAMES = new Intl.DisplayNames("en-GB", { type: "region", fallback: "code" });

/** The key of a rule's place in words: `Everywhere else`, `Australia`, `United States, New York (US-NY)`. */
export const placeName = (place: string): string => {
  if (place === DEFAULT_PLACE) return "Everywhere else";
  const [country = "", part] = place.split("-");
  const name = COUNTRIES.includes(country) ? COUNTRY_NAMES.of(country) : country;
  if (part === undefined) return name ?? country;
  const known = REGION_NAMES[place];
  return `${name}, ${known === undefined ? place : `${known} (${place})`}`;
};

/** What the law of a place requires, as far as the packs' sources say: docs/policies.md. */
type Law = {
  /** More than one method. */
  asksForChoice: boolean;
  /** Another method besides an identity document. */
  documentNotAlone: boolean;
  asksForDoubleBlind: boolean;
  refusesSelfDeclaration: boolean;
};

const NO_LAW: Law = {
  asksForChoice: false,
  documentNotAlone: false,
  asksForDoubleBlind: false,
  refusesSelfDeclaration: false,
};

const REFUSES_SELF_DECLARATION: Law = { ...NO_LAW, refusesSelfDeclaration: true };
const NEVER_A_DOCUMENT_ALONE: Law = {
  ...REFUSES_SELF_DECLARATION,
  asksForChoice: true,
  documentNotAlone: true,
};

const LAWS: ReadonlyMap<string, Law> = new Map([
  ...EU_MEMBERS.map((country) => [country, REFUSES_SELF_DECLARATION] as const),
  ["GB", REFUSES_SELF_DECLARATION],
  ["BR", REFUSES_SELF_DECLARATION],
  ["FR", { ...REFUSES_SELF_DECLARATION, asksForChoice: true, asksForDoubleBlind: true }],
  ["AU", NEVER_A_DOCUMENT_ALONE],
  ["US-NY", NEVER_A_DOCUMENT_ALONE],
]);

/**
 * What is known about the law of a rule's place; a part of a country without its own law has its country's.
 */
export const lawAt = (place: string): Law =>
  LAWS.get(place) ?? LAWS.get(place.split("-")[0] ?? place) ?? NO_LAW;
