import type { Deps } from "../context.ts";

const SECRET_BYTES = 32;
const SECRET_PATTERN = /^vs_[A-Za-z0-9_-]{43}$/;

/** The hosted page's own secret, 256 bits: whoever has the address is the end user. Only its hash is kept. */
export const newSessionSecret = (deps: Pick<Deps, "random">): string =>
  `vs_${Buffer.from(deps.random(SECRET_BYTES)).toString("base64url")}`;

export const isSessionSecret = (text: string): boolean => SECRET_PATTERN.test(text);

export const sessionUrlOf = (deps: Pick<Deps, "settings">, secret: string): string =>
  `${deps.settings.publicUrl}/v/${secret}`;
