import { createHash, createPrivateKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import { epochSeconds } from "#core/day.ts";
import type { VendorAccount } from "#core/identity/vendor.ts";
import { jsonIn } from "#core/json.ts";
import type { AskHttp } from "#platform/http.ts";
import { VendorFault } from "./vendor.ts";

// A Yoti service with a private key in place of an API key:
// developers.yoti.com/age-verification/sandbox-integration-guide. The key signs a JWT (RFC 7523 §2.2), and
// the JWT is exchanged for an access token (RFC 6749 §4.4).

/** Allows making sessions and reading their results. */
const SCOPE = "avs:sessions:create";
/** Yoti takes no other. */
const ALGORITHM = "PS384";
const ASSERTION_SECONDS = 300;
/** Yoti wants a new token every thirty minutes; one minute of that is spare, for requests under way. */
const TOKEN_SECONDS = { most: 30 * 60, spare: 60 } as const;
const JTI_BYTES = 16;
/** Beyond this many accounts, the oldest token is dropped. */
const MANY = 1_000;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

/** Whether a text is meant to be a private key rather than an API key. */
export const isPrivateKey = (text: string): boolean => text.includes("PRIVATE KEY");

/** @returns null: it is not an RSA key in PEM, or it has a password */
export const serviceKeyIn = (pem: string): KeyObject | null => {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
};

type Options = {
  http: AskHttp;
  /** The token endpoint, which is also the audience of what is signed. */
  url: string;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
};

export type YotiTokens = {
  /** @throws VendorFault client_refused, answer_invalid; or whatever the network throws */
  get(account: VendorAccount): Promise<string>;
  /** The token was refused: the next call asks for another. */
  forget(account: VendorAccount): void;
};

/**
 * Access tokens, each used until it nearly ends: Yoti allows 200 at once and forbids one for each request.
 */
export const createYotiTokens = ({ http, url, now, random }: Options): YotiTokens => {
  const kept = new Map<string, { token: Promise<string>; untilMs: number }>();
  /** A different key for the same account gets its own entry. */
  const nameOf = ({ accountId, apiKey }: VendorAccount): string =>
    createHash("sha256").update(`${accountId}\n${apiKey.open()}`).digest("base64");

  const request = async ({
    accountId,
    apiKey,
  }: VendorAccount): Promise<{ token: string; seconds: number }> => {
    const key = serviceKeyIn(apiKey.open());
    if (!key) throw new VendorFault("client_refused");
    const us = `sdk:${accountId}`;
    const seconds = epochSeconds(now());
    const assertion = await new SignJWT({})
      .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
      .setIssuer(us)
      .setSubject(us)
      .setAudience(url)
      .setJti(Buffer.from(random(JTI_BYTES)).toString("hex"))
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign(key);
    const answer = await http(url, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        scope: SCOPE,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: assertion,
      }).toString(),
    });
    if (!answer.isOk) throw new VendorFault("client_refused");
    const { data } = granted.safeParse(jsonIn(answer.text));
    if (!data) throw new VendorFault("answer_invalid");
    return { token: data.access_token, seconds: data.expires_in ?? TOKEN_SECONDS.most };
  };

  return {
    get: (account) => {
      const name = nameOf(account);
      const startedMs = now().getTime();
      const known = kept.get(name);
      if (known && startedMs < known.untilMs) return known.token;
      const entry = { token: Promise.resolve(""), untilMs: startedMs + TOKEN_SECONDS.spare * 1000 };
      entry.token = request(account).then(
        ({ token, seconds }) => {
          const lasts = Math.min(seconds, TOKEN_SECONDS.most) - TOKEN_SECONDS.spare;
          entry.untilMs = startedMs + lasts * 1000;
          return token;
        },
        (error: unknown) => {
          if (kept.get(name) === entry) kept.delete(name);
          throw error;
        },
      );
      kept.delete(name);
      kept.set(name, entry);
      const [oldest] = kept.keys();
      if (kept.size > MANY && oldest !== undefined) kept.delete(oldest);
      return entry.token;
    },
    forget: (account) => void kept.delete(nameOf(account)),
  };
};
