import type { Deps } from "../../context.ts";

type Hash = Uint8Array<ArrayBuffer>;

// 18 bytes: 144 bits, and no padding.
const CODE_BYTES = 18;
const CODE_PATTERN = /^[A-Za-z0-9_-]{24}$/;

/**
 * The code of a hand-off: made anew each time from the first page's secret, so that a reload shows the same one
 * and no table holds it. Who knows the database alone knows no code, nor who has only the pepper.
 */
export const handoffCode = ({ secrets }: Pick<Deps, "secrets">, secret: string, handoffId: string): string =>
  Buffer.from(secrets.hash(`handoff:${handoffId}:${secret}`))
    .subarray(0, CODE_BYTES)
    .toString("base64url");

export const isHandoffCode = (text: string): boolean => CODE_PATTERN.test(text);

export const hashOf = ({ secrets }: Pick<Deps, "secrets">, text: string): Hash =>
  new Uint8Array(secrets.hash(text));

/** What the picture on the screen says. */
export const handoffUrl = ({ settings }: Pick<Deps, "settings">, code: string): string =>
  `${settings.publicUrl}/c/${code}`;
