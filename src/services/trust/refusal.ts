import { ServiceError } from "#core/errors.ts";
import { WALLET_CODES, type WalletCode } from "#methods/wallet/codes.ts";

/** Why an import was refused, as the fault of one field. */
export const importRefused = (path: string, message: string): ServiceError =>
  new ServiceError("INVALID_REQUEST_BODY", `${path}: ${message}`, { issues: [{ path, message }] });

export const contentRefused = (code: WalletCode): ServiceError =>
  importRefused("content", WALLET_CODES[code]);
