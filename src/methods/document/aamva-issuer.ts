// Issuer Identification Numbers as AAMVA assigns them (ISO/IEC 7812; AAMVA DL/ID 2020 §D.12.3).
const CANADA = new Set(
  "604426 604428 604429 604432 604433 604434 636012 636013 636016 636017 636028 636044 636048 990876".split(
    " ",
  ),
);
const UNITED_STATES_TERRITORIES = new Set(["604427", "604430", "604431"]);
// Two states of Mexico hold numbers inside the block; their cards have other rules and are not known here.
const MEXICO = new Set(["636056", "636057"]);
const BLOCK_START = 636_000;
const BLOCK_END = 636_062;

/** The issuer that our own sample photos bear. Nobody has this number, and the photos are public. */
export const SAMPLE_ISSUER = "636999";

/** The country of an issuer, or null for a number that we do not know (new issuers appear; it is no fault). */
export const countryOfIssuer = (issuer: string): "USA" | "CAN" | null => {
  if (CANADA.has(issuer)) return "CAN";
  if (UNITED_STATES_TERRITORIES.has(issuer)) return "USA";
  const number = Number(issuer);
  return number >= BLOCK_START && number <= BLOCK_END && !MEXICO.has(issuer) ? "USA" : null;
};
