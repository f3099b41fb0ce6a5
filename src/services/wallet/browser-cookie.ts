import type { Deps } from "../context.ts";
import { isSessionSecret } from "../verifications/session-secret.ts";

const CODE_BYTES = 32;
const VALUE = /^(vs_[A-Za-z0-9_-]{43})\.[A-Za-z0-9_-]{43}$/;

/** A fresh 256 bit code in base64url. */
export const newCode = ({ random }: Pick<Deps, "random">): string =>
  Buffer.from(random(CODE_BYTES)).toString("base64url");

/**
 * What the browser that asks for a link keeps: the page to come back to, and a code that nobody else has. A new
 * one for every link, so that no two verifications of one person have anything in common.
 */
export const newBrowserCookie = (deps: Pick<Deps, "random">, secret: string): string =>
  `${secret}.${newCode(deps)}`;

/** The secret of the page that the cookie was given to; null for anything else. */
export const pageOfCookie = (value: string): string | null => {
  const secret = VALUE.exec(value)?.[1];
  return secret !== undefined && isSessionSecret(secret) ? secret : null;
};

export const hashOf = ({ secrets }: Pick<Deps, "secrets">, value: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(secrets.hash(value));
