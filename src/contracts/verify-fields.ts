import { z } from "zod";
import { hasUserInfo } from "#core/text.ts";
import { text } from "./common.ts";

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_BYTES = 8 * 1024;

const metadataValue = z.union([text(500), z.number(), z.boolean(), z.null()], {
  error: "expected a text of at most 500 characters, a number, a boolean or null",
});

export const metadataKey = text(40).min(1);

/** What the tenant wants to find again in webhooks: its own identifiers, not personal data. */
export const metadata = z
  .record(metadataKey, metadataValue, {
    error: (issue) =>
      issue.code === "invalid_key" ? "expected keys of 1 to 40 characters" : "expected an object",
  })
  .refine((value) => Object.keys(value).length <= MAX_METADATA_KEYS, {
    message: `expected at most ${MAX_METADATA_KEYS} keys`,
  })
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES, {
    message: `expected at most ${MAX_METADATA_BYTES} bytes of JSON in all`,
  })
  .describe("At most 50 keys of 1 to 40 characters, 8 KiB in all; comes back in every webhook");

// The URL parser forgives white space, control characters, backslashes and missing slashes; whoever else reads
// such a text reads another address.
const PLAIN_URL = /^https?:\/\/[^/\s\\\p{Cc}\p{Cf}][^\s\\\p{Cc}\p{Cf}]*$/iu;

/** That http is refused for live keys elsewhere is judged in services, where the mode is known. */
export const callbackUrl = z
  .string()
  .max(2000)
  .refine((text) => PLAIN_URL.test(text) && URL.canParse(text), { message: "expected an absolute https URL" })
  .refine((text) => !hasUserInfo(text), {
    message: "expected a URL without user name and password",
  })
  .describe(
    "Where the browser returns to, with verificationId, status and token in its query. https; http only for localhost and with test keys",
  );

const canonicalLocale = (text: string): string | null => {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
};

/** RFC 5646 (BCP 47). */
export const locale = z
  .string()
  .max(35)
  .refine((text) => canonicalLocale(text) !== null, {
    message: "expected a BCP 47 language tag, for example de-CH",
  });

export const methodList = z
  .array(text(40).min(1))
  .min(1)
  .max(10)
  .refine((methods) => new Set(methods).size === methods.length, {
    message: "expected each method once",
  })
  .describe("A subset of the tenant's methods, in the order to offer them");
