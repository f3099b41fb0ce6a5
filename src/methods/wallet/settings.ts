import { readFileSync } from "node:fs";
import {
  type CredentialType,
  EU_AGE_VERIFICATION,
  MOBILE_DRIVING_LICENCE,
  PID_MDOC,
  PID_SD_JWT,
} from "./credential-type.ts";
import type { RequestSigner } from "./openid4vp/request-signer.ts";
import { readRequestSigner } from "./read-request-signer.ts";

/** What wallets are asked for, and how. */
export type WalletSettings = {
  /** The credential types that this deployment asks for, in order of preference. */
  readonly types: readonly CredentialType[];
  /** Signs requests of the high assurance profile, which is not offered without it. */
  readonly requestSigner: RequestSigner | null;
  /** Where the demo wallet is, for pages of test mode. */
  readonly demoUrl: string | null;
};

const TYPES = {
  eu_av: EU_AGE_VERIFICATION,
  mdl: MOBILE_DRIVING_LICENCE,
  pid_mdoc: PID_MDOC,
  pid_sd_jwt: PID_SD_JWT,
};

export type WalletCredential = keyof typeof TYPES;

type Options = {
  credentials: readonly WalletCredential[];
  /** PEM files; both or neither. */
  requestKeyFile: string | undefined;
  requestChainFile: string | undefined;
  demoUrl: string | null;
};

/** @throws Error when a file cannot be read, or is not a key and its chain */
export const walletSettings = (options: Options): WalletSettings => {
  const { requestKeyFile: key, requestChainFile: chain } = options;
  return {
    types: options.credentials.map((name) => TYPES[name]),
    requestSigner:
      key && chain ? readRequestSigner(readFileSync(key, "utf8"), readFileSync(chain, "utf8")) : null,
    demoUrl: options.demoUrl,
  };
};
