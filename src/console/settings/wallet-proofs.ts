import { WALLET_PROOFS, type WalletProofs } from "#core/tenant.ts";

const DEFAULT = "default";

const NAMES: Record<WalletProofs, string> = {
  off: "Do not ask for proofs",
  prefer: "Prefer a proof",
  require: "Accept proofs only",
};

const HINTS: Record<WalletProofs, string> = {
  off: "Wallets show the age as part of a signed credential, by which two sites could recognise the same phone.",
  prefer:
    "Wallets that can prove the age without showing the credential do so. Others show the age, and so do all for a minute after a proof could not be checked.",
  require:
    "Few wallets can do this yet, and only in some browsers. Links and QR codes are not offered, so offer another method too.",
};

const UNAVAILABLE =
  "Zero-knowledge proofs are not available on this deployment. Its operator has to set them up first.";

/** What a tenant has chosen, as a value of the list; absent or null: nothing. */
export const proofsText = (chosen: WalletProofs | null | undefined): string => chosen ?? DEFAULT;

/** Null: as the operator has set. */
export const proofsIn = (text: string): WalletProofs | null =>
  WALLET_PROOFS.find((known) => known === text) ?? null;

/** @param byDefault what the operator has set; undefined: this deployment can take no proofs */
export const proofsHint = (chosen: WalletProofs | null, byDefault: WalletProofs | undefined): string => {
  if (byDefault !== undefined) return `${HINTS[chosen ?? byDefault]} Test keys never ask for proofs.`;
  return chosen === "require" ? `${UNAVAILABLE} Until then, no wallet is offered.` : UNAVAILABLE;
};

/** @param byDefault as for the hint */
export const proofsOptions = (byDefault: WalletProofs = "off"): { value: string; label: string }[] => [
  { value: DEFAULT, label: `As the operator has set: ${NAMES[byDefault].toLowerCase()}` },
  ...WALLET_PROOFS.map((value) => ({ value, label: NAMES[value] })),
];
