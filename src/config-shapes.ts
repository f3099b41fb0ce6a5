import { z } from "zod";
import { UNSAYABLE } from "#core/practice/statement.ts";
import { hasUserInfo } from "#core/text.ts";

// What a setting can be: texts of the environment, and what they are read as.

export const text = z.string().trim().min(1);
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `expected a whole number from ${min} to ${max}` })
    .int()
    .min(min)
    .max(max);

/** @param parse returns null for a text that is not what was expected */
export const parsed = <Value>(expected: string, parse: (value: string) => Value | null) =>
  text.transform((value, context) => {
    const found = parse(value);
    if (found !== null) return found;
    context.addIssue({ code: "custom", message: `expected ${expected}` });
    return z.NEVER;
  });

export const base64Bytes = (name: string, expected: string, fits: (length: number) => boolean) =>
  parsed(
    `${expected} random bytes in base64, for example from \`openssl rand -base64 32\` (${name})`,
    (value) => {
      const bytes = Buffer.from(value, "base64");
      return fits(bytes.length) ? bytes : null;
    },
  );

export const partsOf = (value: string): string[] => value.split(",").map((part) => part.trim());

const partsThat = (fit: (part: string) => boolean) => (value: string) => {
  const parts = partsOf(value);
  return parts.every(fit) ? parts : null;
};

export const adminKeys = parsed(
  "keys of at least 32 characters each, separated by commas",
  partsThat((key) => key.length >= 32),
);

// An international domain is written in its xn-- form (RFC 5890 §2.3.2.1): other spellings look alike.
const MAIL_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

export const mailDomains = parsed(
  "domains such as example.com, separated by commas; international ones as xn--…",
  (value) => partsThat((domain) => MAIL_DOMAIN.test(domain))(value.toLowerCase()),
);

/** As in an address, in lower case: with its port where that is not 443. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;

export const hostNames = parsed(
  "hosts such as status.example.com, separated by commas; with the port where it is not 443",
  (value) => partsThat((host) => HOST.test(host))(value.toLowerCase()),
);

export const databaseUrl = text.regex(
  /^postgres(ql)?:\/\//,
  "expected an address such as postgresql://user:password@host:5432/name",
);

export const publicUrl = text
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: "expected an address such as https://age.example.com",
  })
  .transform((value) => value.replace(/\/+$/, ""));

export const helpUrl = text.refine(
  (value) => URL.canParse(value) && /^(https?|mailto):$/.test(new URL(value).protocol),
  { message: "expected an address such as https://help.example.com or mailto:help@example.com" },
);

/** For a practice statement, as a tenant's own address there. */
export const statedAddress = text.refine(
  (value) =>
    URL.canParse(value) && /^(https|mailto):$/.test(new URL(value).protocol) && !UNSAYABLE.test(value),
  {
    message:
      "expected an address such as https://help.example.com or mailto:help@example.com, without words such as certified",
  },
);

export const collectorUrl = z
  .url({ protocol: /^https?$/ })
  .refine((value) => /^[^?#]+$/.test(value) && !hasUserInfo(value), {
    message: "expected an address such as http://localhost:4318, without user name, ? and #",
  })
  .transform((value) => value.replace(/\/+$/, ""));

// Pairs as in W3C Baggage (OpenTelemetry, "Protocol Exporter"); escapes other than ASCII's have no place in a header.
const EXPORT_HEADER = /^([\w-]+)=((?:[!-$&-~]|%[2-7][0-9a-f])+)$/i;

export const exportHeaders = parsed("headers such as name=value, separated by commas", (value) => {
  const headers: Record<string, string> = {};
  for (const part of partsOf(value)) {
    const [, name, encoded] = EXPORT_HEADER.exec(part) ?? [];
    if (name === undefined || encoded === undefined) return null;
    headers[name] = decodeURIComponent(encoded);
  }
  return headers;
});
