import {
  ageOn,
  ageSomewhere,
  comparePlainDates,
  daysInMonth,
  isInFuture,
  OLDEST_AGE_YEARS,
  type PlainDate,
  plainDate,
} from "#core/age.ts";
import { type AgeBand, type AgeFact, bandOfAge, bandOfFacts } from "#core/age-over.ts";
import type { AgeReading } from "#core/identity/presets.ts";
import { entryFor, isJsonObject } from "#core/json.ts";

/** What claims say about an age: years only if they name the day of birth. */
export type ReadAge = { age: number | null; band: AgeBand };

/** Why the claims say nothing that counts. */
export type AgeFault =
  | "claim_missing"
  | "claim_invalid"
  | "claims_contradict"
  | "year_unknown"
  | "not_verified"
  | "assurance_low";

export type AgeOfClaims = { read: ReadAge; fault: null } | { read: null; fault: AgeFault };

/** Claims from an ID token or from userinfo. They hold personal data, so they are read here and dropped. */
export type Claims = Readonly<Record<string, unknown>>;

const no = (fault: AgeFault): AgeOfClaims => ({ read: null, fault });

const ofFacts = (facts: readonly AgeFact[]): AgeOfClaims => {
  if (facts.length === 0) return no("claim_missing");
  const band = bandOfFacts(facts);
  return band === null ? no("claims_contradict") : { read: { age: null, band }, fault: null };
};

/** What several sources say; all have to agree, but one that says nothing usable does not count. */
const together = (all: readonly AgeOfClaims[]): AgeOfClaims => {
  if (all.some(({ fault }) => fault === "claims_contradict")) return no("claims_contradict");
  const read = all.flatMap(({ read: each }) => each ?? []);
  if (read.length === 0) return all.at(-1) ?? no("claim_missing");
  const facts = read.flatMap(({ band: { atLeast, below } }) => [
    ...(atLeast === null ? [] : [{ threshold: atLeast, isOver: true }]),
    ...(below === null ? [] : [{ threshold: below, isOver: false }]),
  ]);
  const band = bandOfFacts(facts);
  if (band === null) return no("claims_contradict");
  // On a birthday that has not begun everywhere, another source may know that the person is old enough.
  const known = read.map(({ age }) => age).find((age) => age !== null && age >= (band.atLeast ?? 0));
  return { read: { age: known ?? null, band }, fault: null };
};

const THRESHOLD = /^(?:[1-9]|[1-9][0-9])$/;

const factOf = (threshold: string | undefined, isOver: unknown): AgeFact[] =>
  threshold !== undefined && THRESHOLD.test(threshold) && typeof isOver === "boolean"
    ? [{ threshold: Number(threshold), isOver }]
    : [];

/** The facts of an object whose members are thresholds: `{"18": true}`. */
const factsIn = (given: unknown): AgeFact[] =>
  Object.entries(isJsonObject(given) ? given : {}).flatMap(([name, value]) => factOf(name, value));

/**
 * `age_over_NN`, and `age_equal_or_over` as in the European PID (ARF, Annex 3.1). Anything but true or false
 * is not an answer.
 */
const ageOver = (claims: Claims): AgeOfClaims => {
  const plain = Object.entries(claims).flatMap(([name, value]) =>
    factOf(/^age_over_(\d+)$/.exec(name)?.[1], value),
  );
  return ofFacts([...plain, ...factsIn(claims.age_equal_or_over)]);
};

/** AgeKey: one fact for each requested threshold. */
const ageThresholds = ({ age_thresholds: given }: Claims): AgeOfClaims => ofFacts(factsIn(given));

const truth = (text: string | undefined): boolean | null =>
  text === "true" ? true : text === "false" ? false : null;

/**
 * Signaturgruppen Broker: `idbrokerdk_age_verified: "18:true"` in the ID token; `idbrokerdk_age_verify_18:
 * "true"` from userinfo.
 */
const mitid = (claims: Claims): AgeOfClaims => {
  const facts = Object.entries(claims).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    const [, stated, isOver] = /^(\d+):(true|false)$/.exec(value) ?? [];
    if (name === "idbrokerdk_age_verified") return factOf(stated, truth(isOver));
    return factOf(/^idbrokerdk_age_verify_(\d+)$/.exec(name)?.[1], truth(value));
  });
  return ofFacts(facts);
};

/**
 * iDIN answers one question, and Signicat's pages do not name the claim, so the scope's own name is tried, in
 * either spelling.
 */
const idin = (claims: Claims): AgeOfClaims => {
  const values = [claims.eighteen_or_older, claims["eighteen-or-older"]];
  return ofFacts(values.flatMap((value) => factOf("18", typeof value === "string" ? truth(value) : value)));
};

/**
 * The first and the last day that a birth date may mean. OpenID Connect Core 1.0 §5.1: `YYYY-MM-DD`, `YYYY`,
 * or year 0000 if the year is left out. Civil registers also write 00 for an unknown month or day.
 */
const daysOf = (text: string): { first: PlainDate; last: PlainDate } | null => {
  const [, y, m = "00", d = "00"] = /^([0-9]{4})(?:-([0-9]{2})-([0-9]{2}))?$/.exec(text) ?? [];
  const [year, month, day] = [Number(y), Number(m), Number(d)];
  if (y === undefined || (month === 0 && day !== 0)) return null;
  const [lastMonth, firstMonth] = month === 0 ? [12, 1] : [month, month];
  const first = plainDate(year, firstMonth, day === 0 ? 1 : day);
  const last = plainDate(year, lastMonth, day === 0 ? daysInMonth(year, lastMonth) : day);
  return first && last && { first, last };
};

/**
 * The age by a birth date. An unknown day counts as the last possible one, so no one is taken to be older
 * than they are; if the first possible one would decide otherwise, the band leaves that open. It does so too
 * while a birthday begins around the Earth.
 */
const ageOfBirth = (value: unknown, now: Date): AgeOfClaims => {
  if (value === undefined || value === null || value === "") return no("claim_missing");
  if (typeof value !== "string") return no("claim_invalid");
  if (value.startsWith("0000")) return no("year_unknown");
  const days = daysOf(value);
  if (!days || isInFuture(days.last, now)) return no("claim_invalid");
  const [most, least] = [ageSomewhere(days.first, now), ageOn(days.last, now)];
  if (most > OLDEST_AGE_YEARS || least < 0) return no("claim_invalid");
  if (most === least) return { read: { age: least, band: bandOfAge(least) }, fault: null };
  const isDayKnown = comparePlainDates(days.first, days.last) === 0;
  const band = { atLeast: least, below: most + 1 };
  return { read: { age: isDayKnown ? least : null, band }, fault: null };
};

/**
 * The assurance levels that count, for each trust framework (OpenID Connect for Identity Assurance 1.0
 * §5.4.2).
 */
const FRAMEWORKS: Readonly<Record<string, readonly string[]>> = {
  eidas: ["substantial", "high"],
  nist_800_63A: ["ial2", "ial3"],
};

/** The German law on money laundering has no levels, so its proof of identity counts as such. */
const WITHOUT_LEVELS: readonly string[] = ["de_aml"];

const assuranceFault = (verification: unknown): AgeFault | null => {
  const { trust_framework: framework, assurance_level: level } = isJsonObject(verification)
    ? verification
    : {};
  if (typeof framework !== "string") return "not_verified";
  if (WITHOUT_LEVELS.includes(framework)) return null;
  const levels = entryFor(FRAMEWORKS, framework);
  if (!levels) return "not_verified";
  return typeof level === "string" && levels.includes(level) ? null : "assurance_low";
};

/** §5: one object or several. A claim beside them was not verified and does not count. */
const verifiedClaims = ({ verified_claims: given }: Claims, now: Date): AgeOfClaims => {
  const found = [given]
    .flat()
    .filter(isJsonObject)
    .map(({ verification, claims }) => {
      const unfit = assuranceFault(verification);
      return unfit === null && isJsonObject(claims) ? ageOrBirth(claims, now) : no(unfit ?? "claim_missing");
    });
  return together([no(given === undefined ? "claim_missing" : "not_verified"), ...found]);
};

const ageOrBirth = (claims: Claims, now: Date): AgeOfClaims => {
  const birth = ageOfBirth(claims.birthdate, now);
  return together(birth.fault === "claim_missing" ? [ageOver(claims)] : [ageOver(claims), birth]);
};

const READERS: Readonly<Record<AgeReading, (claims: Claims, now: Date) => AgeOfClaims>> = {
  age_over: ageOver,
  age_thresholds: ageThresholds,
  birthdate: ({ birthdate }, now) => ageOfBirth(birthdate, now),
  mitid,
  idin,
  verified_claims: verifiedClaims,
};

/**
 * What a provider's claims say about an age, as the preset reads them; every other claim is left alone.
 * @param sources the ID token's claims, and userinfo's if it is asked: they have to agree
 */
export const readAge = (reading: AgeReading, sources: readonly Claims[], now: Date): AgeOfClaims =>
  together(sources.map((claims) => READERS[reading](claims, now)));
