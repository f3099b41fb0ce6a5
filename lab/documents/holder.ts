import type { PlainDate } from "@lintel/age";
import { pick, type Random } from "./seeded.ts";

/** An invented person and their document. */
export type Holder = {
  surname: string;
  givenNames: string;
  number: string;
  state: string;
  nationality: string;
  sex: "M" | "F" | "<";
  birthDate: PlainDate;
  expiryDate: PlainDate;
  issueDate: PlainDate;
  optional: string;
};

const STATES = ["D", "FRA", "ITA", "NLD", "POL", "ESP", "SWE", "PRT", "AUT", "BEL", "CZE", "GBR"] as const;
const SYLLABLES = "KA MI RO SEN LU BER TA NO VI GAR DEL OS HAU PEX WIN JOR QUI ZA FY CHE".split(" ");
const SERIAL = "0123456789CFGHJKLMNPRTVWXYZ";
const LETTERS_AND_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Invents a holder; the same stream of numbers gives the same one. */
export const inventHolder = (random: Random): Holder => {
  const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  const date = (from: number, to: number): PlainDate => ({
    year: whole(from, to),
    month: whole(1, 12),
    day: whole(1, 28),
  });
  const name = (parts: number): string =>
    Array.from({ length: parts }, () => pick(SYLLABLES, random)).join("");
  const state = pick(STATES, random);
  const serial = (length: number, from: string): string =>
    Array.from({ length }, () => pick(from, random)).join("");
  return {
    surname: random() < 0.2 ? `${name(2)} ${name(3)}` : name(whole(2, 4)),
    givenNames: random() < 0.5 ? name(whole(2, 3)) : `${name(2)} ${name(whole(2, 3))}`,
    number: random() < 0.5 ? serial(9, SERIAL) : `${serial(2, LETTERS_AND_DIGITS)}${serial(7, "0123456789")}`,
    state,
    nationality: random() < 0.85 ? state : pick(STATES, random),
    sex: pick(["M", "F", "M", "F", "<"] as const, random),
    birthDate: date(1935, 2012),
    issueDate: date(2018, 2025),
    expiryDate: date(2027, 2035),
    optional: random() < 0.4 ? serial(whole(4, 7), LETTERS_AND_DIGITS) : "",
  };
};
