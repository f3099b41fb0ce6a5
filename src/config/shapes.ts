import { isIP } from "node:net";
import { z } from "zod";
import { readOperators } from "#core/operator/operators.ts";
import { isOwnMachine } from "#core/own-machine.ts";
import { UNSAYABLE } from "#core/practice/statement.ts";
import { hasUserInfo } from "#core/text.ts";

// The shapes of settings: texts from the environment, and the values they are read as.

export const text = z.string().trim().min(1);

/** A text; a missing one gets the same message about what was expected. */
const saying = (expected: string) => z.string({ error: `expected ${expected}` }).trim();

/** A text that is not empty. @param expected what it is, with an example */
export const textSuchAs = (expected: string) => saying(expected).min(1, `expected ${expected}`);

export const wholeNumber = (min: number, max: number) => {
  const error = `expected a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** A share, such as the share of traces to keep. */
export const share = z.coerce
  .number({ error: "expected a number from 0 to 1, such as 0.01" })
  .refine((value) => value >= 0 && value <= 1, { message: "expected a number from 0 to 1, such as 0.01" });

export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: `expected ${names.join(" or ")}` });

/** @param parse returns null if the text is not as expected */
export const parsed = <Value>(expected: string, parse: (value: string) => Value | null) =>
  saying(expected).transform((value, context) => {
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

export const operatorList = parsed(
  "e-mail addresses and claims such as claim:groups=lintel-operators, separated by commas",
  readOperators,
);

// An international domain must be in its xn-- form (RFC 5890 §2.3.2.1): other spellings can look alike.
const MAIL_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

export const mailDomains = parsed(
  "domains such as example.com, separated by commas; international ones as xn--…",
  (value) => partsThat((domain) => MAIL_DOMAIN.test(domain))(value.toLowerCase()),
);

/** As in an address, in lower case, with its port unless that is 443. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;

export const hostNames = parsed(
  "hosts such as status.example.com, separated by commas; with the port where it is not 443",
  (value) => partsThat((host) => HOST.test(host))(value.toLowerCase()),
);

const DATABASE_EXAMPLE = "an address such as postgresql://user:password@host:5432/name";
const PERCENT_ENCODED =
  "in user and password write % as %25, # as %23, @ as %40, / as %2F, : as %3A, ? as %3F";

const isDecodable = (value: string): boolean => {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
};

/**
 * Why a value is not a database address, or null. A # or / in a password ends the host, and the rest is often
 * still an address.
 */
const faultOfDatabaseUrl = (value: string): string | null => {
  if (!/^postgres(ql)?:\/\//.test(value)) return DATABASE_EXAMPLE;
  if (!URL.canParse(value)) return `${DATABASE_EXAMPLE}; ${PERCENT_ENCODED}`;
  const { host, pathname, hash, searchParams, username, password } = new URL(value);
  const isWhole = hash === "" && /^\/[^/@]+$/.test(pathname) && isDecodable(username + password + pathname);
  if (!isWhole) return `${DATABASE_EXAMPLE}, with the name of a database; ${PERCENT_ENCODED}`;
  // A socket is named in the query: ?host=/var/run/postgresql.
  return host === "" && !searchParams.has("host") ? `${DATABASE_EXAMPLE}, with a host` : null;
};

export const databaseUrl = saying(DATABASE_EXAMPLE).superRefine((value, context) => {
  const expected = faultOfDatabaseUrl(value);
  if (expected !== null) context.addIssue({ code: "custom", message: `expected ${expected}` });
});

const webAddress = (example: string) =>
  saying(`an address such as ${example}`)
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      message: `expected an address such as ${example}`,
    })
    .transform((value) => value.replace(/\/+$/, ""));

export const publicUrl = webAddress("https://age.example.com");

/** Links, cookies and the issuer of tokens are derived from it. */
export const originUrl = publicUrl.refine(
  (value) => !URL.canParse(value) || new URL(value).origin === value.toLowerCase(),
  {
    message: "expected an address such as https://age.example.com, without user name, path, ? and #",
  },
);

/** Whether data sent there leaves this machine unencrypted. */
export const isClearOutside = (address: string): boolean => {
  if (!URL.canParse(address)) return false; // a different fault, reported elsewhere
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isOwnMachine(hostname);
};

const LOOPBACK =
  "expected an address on this machine such as http://127.0.0.1:8888, without user name, path, ? and #";

/**
 * A service on this machine: what is sent there never leaves it, so it needs no TLS. By its literal address: a name such
 * as localhost has two, and another user of the machine could listen at the one that the service does not use.
 */
export const loopbackUrl = text
  .refine(
    (value) => {
      const literal = /^http:\/\/([\d.]+|\[::1\])(?::\d{1,5})?\/?$/.exec(value)?.[1];
      return literal !== undefined && isOwnMachine(literal) && URL.canParse(value);
    },
    { message: LOOPBACK },
  )
  .transform((value) => value.replace(/\/$/, ""));

export const redisRestUrl = z.url({
  protocol: /^https?$/,
  error: "expected an address such as https://name.upstash.io",
});

// OpenID Connect Discovery 1.0 §3: no query and no fragment; credentials are not allowed here either.
const ISSUER = "expected an address such as https://id.example.com, without user name, ? and #";
export const issuerUrl = z
  .url({ protocol: /^https?$/, error: ISSUER })
  .refine((value) => /^\w+:\/\/[^?#]+$/.test(value) && !hasUserInfo(value), { message: ISSUER });

export const helpUrl = text.refine(
  (value) => URL.canParse(value) && /^(https?|mailto):$/.test(new URL(value).protocol),
  { message: "expected an address such as https://help.example.com or mailto:help@example.com" },
);

/** For a practice statement, with the rules of a tenant's own address there. */
export const statedAddress = text.refine(
  (value) =>
    URL.canParse(value) && /^(https|mailto):$/.test(new URL(value).protocol) && !UNSAYABLE.test(value),
  {
    message:
      "expected an address such as https://help.example.com or mailto:help@example.com, without words such as certified",
  },
);

export const collectorUrl = z
  .url({ protocol: /^https?$/, error: "expected an address such as http://localhost:4318" })
  .refine((value) => /^[^?#]+$/.test(value) && !hasUserInfo(value), {
    message: "expected an address such as http://localhost:4318, without user name, ? and #",
  })
  .transform((value) => value.replace(/\/+$/, ""));

// Pairs as in W3C Baggage (OpenTelemetry, "Protocol Exporter"); only escapes of ASCII characters belong in a
// header.
const EXPORT_HEADER = /^([\w-]+)=((?:[!-$&-~]|%[2-7][0-9a-f])+)$/i;

/** Addresses as `Resolver.setServers` takes them: `192.0.2.53`, `192.0.2.53:5353`, `[2001:db8::53]:53`. */
export const nameServers = parsed(
  "IP addresses of name servers, separated by commas, with a port if it is not 53",
  partsThat((server) => {
    const [, bracketed, bare] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(server) ?? [];
    return isIP(bracketed ?? bare ?? server) !== 0;
  }),
);

export const exportHeaders = parsed("headers such as name=value, separated by commas", (value) => {
  const headers: Record<string, string> = {};
  for (const part of partsOf(value)) {
    const [, name, encoded] = EXPORT_HEADER.exec(part) ?? [];
    if (name === undefined || encoded === undefined) return null;
    headers[name] = decodeURIComponent(encoded);
  }
  return headers;
});
