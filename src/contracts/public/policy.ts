import { z } from "zod";
import { PROVING_LEVELS } from "#core/assurance.ts";
import { AGE_KEY_SCOPES } from "#core/policy/age-key.ts";
import {
  isRegionOf,
  type KnownPlace,
  METHOD_USES,
  POLICY,
  placeOf,
  REQUIREMENTS,
} from "#core/policy/policy.ts";
import { text, whole } from "./common.ts";

const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

// Unicode has names for these too, but no one lives in them: unions, a currency's area, "unknown" and made-up
// places.
const NO_COUNTRIES = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];

/**
 * Whether it is a country's code and the one in use: UK is GB's old name, and a rule for it would match
 * nothing.
 */
const isCountry = (code: string): boolean =>
  NAMES.of(code) !== undefined &&
  !NO_COUNTRIES.includes(code) &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

const COUNTRY = /^[A-Z]{2}$/;
const REGION = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;

export const country = z
  .string()
  .refine((code) => COUNTRY.test(code) && isCountry(code), {
    message: "expected a country by ISO 3166-1 alpha-2, for example DE",
  })
  .describe("ISO 3166-1 alpha-2, for example `AU`")
  .meta({ examples: ["AU"] });

export const region = z
  .string()
  .refine((code) => REGION.test(code) && isCountry(code.slice(0, 2)), {
    message: "expected a part of a country by ISO 3166-2, for example US-NY",
  })
  .describe("ISO 3166-2, for example `US-NY`: a part of `country`")
  .meta({ examples: ["US-NY"] });

/** Whether a region lies in the country given with it. */
export const isWithin = ({ country: whole, region: part }: KnownPlace): boolean =>
  whole === undefined || part === undefined || isRegionOf(part, whole);

export const NOT_WITHIN = { path: ["region"], message: "expected a part of the country beside it" };

const methodRule = z
  .strictObject({
    id: text(40).min(1).describe("A method of this deployment, for example `document` or `wallet`"),
    use: z
      .enum(METHOD_USES)
      .describe(
        "`offer`: from the start; `fallback`: when the offered ones have failed, or the person cannot use them; `appeal`: only against a rejection; `off`: never",
      ),
    attempts: whole(POLICY.attempts)
      .optional()
      .describe("How often it can be tried without a decision; absent: as often as all together"),
  })
  .meta({ id: "PolicyMethod" });

const methods = z
  .array(methodRule)
  .min(1)
  .max(POLICY.mostMethods)
  // A method kept as a fallback can serve appeals too: the appeal is then a second entry.
  .refine((rules) => new Set(rules.map(({ id, use }) => `${use === "appeal"} ${id}`)).size === rules.length, {
    message: "expected each method once, and once more for appeals",
  })
  .describe("In the order in which they are shown. A method can have a second entry for `appeal`");

const rule = {
  minimumAge: whole(POLICY.minimumAge)
    .optional()
    .describe(
      "Whole years; a start may ask for more, never for less. Absent: as the start or the tenant says",
    ),
  attemptsInAll: whole(POLICY.attempts)
    .optional()
    .describe("Tries without a decision, of all methods together; 3 if absent"),
  minimumChoices: whole(POLICY.minimumChoices)
    .optional()
    .describe("While fewer offered methods than this are open, the fallbacks are shown too; 1 if absent"),
  challengeAge: whole(POLICY.challengeAge)
    .optional()
    .describe("Whole years: an estimate between the minimum age and this one decides nothing and leads on"),
  requires: z
    .array(z.enum(REQUIREMENTS))
    .max(REQUIREMENTS.length)
    .optional()
    .describe("What its methods must be; publishing compares"),
  hideMethod: z
    .boolean()
    .optional()
    .describe("Answers, events, tokens and the console say `undisclosed` in place of the method"),
  proofMaxAgeDays: whole(POLICY.proofMaxAgeDays)
    .optional()
    .describe("How long a token lives at most, in days; 0: an hour"),
  ageKeys: z
    .strictObject({
      scope: z
        .enum(AGE_KEY_SCOPES)
        .optional()
        .describe("Where a key counts that is made here; `tenant` if absent"),
      minimumAssurance: z
        .enum(PROVING_LEVELS)
        .optional()
        .describe("The least that a key's verification proved; absent: what the rule's other methods prove"),
      deviceBound: z
        .boolean()
        .optional()
        .describe("Whether passkeys that can be on several devices are refused"),
    })
    .optional()
    .describe("For the method `age_key`: which keys count"),
};

const placeRule = z
  .strictObject({ country, region: region.optional(), methods: methods.optional(), ...rule })
  .refine(isWithin, NOT_WITHIN)
  .meta({ id: "PolicyPlace" });

/**
 * The policy that a tenant publishes. The service checks whether its methods exist and whether it leaves
 * people stranded.
 */
export const policy = z
  .strictObject({
    default: z
      .strictObject({ methods, ...rule })
      .describe("For every place without a rule, and for what a place's rule leaves out"),
    regions: z
      .array(placeRule)
      .max(POLICY.mostRegions)
      .superRefine((rules, context) => {
        const seen = new Set<string>();
        for (const [index, each] of rules.entries()) {
          if (seen.has(placeOf(each)))
            context.addIssue({
              code: "custom",
              path: [index],
              message: `expected one rule for ${placeOf(each)}`,
            });
          seen.add(placeOf(each));
        }
      })
      .default([])
      .describe("Rules by place: a region's holds before its country's"),
  })
  .describe("Which ages and methods apply where. Published as a version that never changes")
  .meta({
    id: "Policy",
    examples: [
      {
        default: {
          minimumAge: 18,
          minimumChoices: 2,
          attemptsInAll: 5,
          methods: [
            { id: "wallet", use: "offer" },
            { id: "document", use: "offer", attempts: 2 },
          ],
        },
        regions: [{ country: "AU", minimumAge: 16 }],
      },
    ],
  });

/** Codes of the warnings that the publisher has read. */
export const acceptedWarnings = z.array(text(60).min(1)).max(50);

export const packIds = z.array(text(60).min(1)).max(20);
