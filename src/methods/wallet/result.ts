import type { WalletCode } from "./codes.ts";

/** What every check answers. No check throws, whatever the bytes are: a refusal is an answer too. */
export type Result<T> = { ok: true; value: T } | Refusal;
export type Refusal = { ok: false; code: WalletCode };

export const accept = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (code: WalletCode): Refusal => ({ ok: false, code });

/** For checks that only say yes. */
export const PASSED: Result<null> = accept(null);
export const passIf = (condition: boolean, code: WalletCode): Result<null> =>
  condition ? PASSED : refuse(code);

/** Runs a parser that throws on bad input, and turns that into the one code which bad input has there. */
export const attempt = <T>(parse: () => T, code: WalletCode): Result<T> => {
  try {
    return accept(parse());
  } catch {
    // The reason would quote what the wallet sent, which is nobody's to log.
    return refuse(code);
  }
};
