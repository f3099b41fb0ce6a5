"use client";
import { WALLET_PROOFS, type WalletProofs } from "#core/tenant.ts";
import { SelectField } from "#kit/fields.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

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

const isChoice = (value: string): value is WalletProofs => WALLET_PROOFS.some((known) => known === value);

const UNAVAILABLE =
  "Zero-knowledge proofs are not available on this deployment. Its operator has to set them up first.";

const hintOf = (chosen: WalletProofs | null, byDefault: WalletProofs | undefined): string => {
  if (byDefault !== undefined) return `${HINTS[chosen ?? byDefault]} Test keys never ask for proofs.`;
  return chosen === "require" ? `${UNAVAILABLE} Until then, no wallet is offered.` : UNAVAILABLE;
};

const KEPT = keptForm("settings-wallets", { walletProofs: READ.text });

const choiceIn = (value: string): WalletProofs | null => (isChoice(value) ? value : null);

/** Whether wallets are asked for zero-knowledge proofs; only where the deployment can take them, or could. */
export const WalletsSection = ({ settings }: SectionProps) => {
  const { walletProofs, walletProofsByDefault } = settings;
  const { values, field, form } = useDraft(KEPT, { walletProofs: walletProofs ?? DEFAULT }, (typed) => ({
    walletProofs: choiceIn(typed.walletProofs),
  }));
  if (walletProofs === undefined) return null;
  const chosen = choiceIn(values.walletProofs);
  return (
    <SettingsSection
      settings={settings}
      part="wallets"
      about="How much of a credential wallets show"
      form={form}
      fields={["walletProofs"]}
    >
      <SelectField
        label="Zero-knowledge proofs"
        hint={hintOf(chosen, walletProofsByDefault)}
        {...field("walletProofs")}
        options={[
          {
            value: DEFAULT,
            label: `As the operator has set: ${NAMES[walletProofsByDefault ?? "off"].toLowerCase()}`,
          },
          ...WALLET_PROOFS.map((value) => ({ value, label: NAMES[value] })),
        ]}
      />
    </SettingsSection>
  );
};
