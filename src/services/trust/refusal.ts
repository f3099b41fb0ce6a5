import { invalid, type ServiceError } from "#core/errors.ts";
import { WALLET_CODES, type WalletCode } from "#methods/wallet/codes.ts";

/** Why the content of an import was refused. */
export const contentRefused = (code: WalletCode): ServiceError => invalid("content", WALLET_CODES[code]);
