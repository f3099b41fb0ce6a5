"use client";
import { PROVING_LEVELS, type ProvingLevel } from "#core/assurance.ts";
import { AGE_KEY_SCOPES, type AgeKeyRule, type AgeKeyScope } from "#core/policy/age-key.ts";
import { Checkbox } from "#kit/choices.tsx";
import { SelectField } from "#kit/fields.tsx";

/** The least that must have proved the age when the key was made. */
const PROOFS: Readonly<Record<ProvingLevel, string>> = {
  document_photo_unsigned: "A photo of a document",
  issuer_signed_no_binding: "A barcode signed by its issuer",
  asserted_by_vendor: "The word of a verification company",
  asserted_by_vendor_with_selfie: "A verification company’s word that the face matches the document",
  asserted_by_identity_provider: "The word of an identity provider",
  asserted_in_person: "A look at a document in person",
  derived_device_bound: "A wallet that read a passport",
  high_device_bound: "A credential in a wallet, issued by an authority",
};

const SCOPE_WORDS: Readonly<Record<AgeKeyScope, string>> = {
  tenant: "Here only",
  deployment: "At every site of this service that takes part",
};
const SCOPES = AGE_KEY_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }));

const LEVELS = [
  { value: "", label: "Whatever your other methods prove" },
  ...PROVING_LEVELS.map((value) => ({
    value,
    label: `${PROOFS[value]}${value === PROVING_LEVELS.at(-1) ? "" : ", or more"}`,
  })),
];

type Props = {
  /** Undefined: the rule does not say. */
  keys: AgeKeyRule | undefined;
  /** A place's rule need not say; the rule for everywhere else then applies. */
  isOfPlace: boolean;
  onChange: (keys: AgeKeyRule | undefined) => void;
};

/** Which age keys count: docs/age-keys.md. */
export const AgeKeysField = ({ keys, isOfPlace, onChange }: Props) => {
  const change = (changed: AgeKeyRule): void => {
    const { scope, minimumAssurance, deviceBound } = { ...keys, ...changed };
    const next: AgeKeyRule = {
      ...(scope === "deployment" && { scope }),
      ...(minimumAssurance && { minimumAssurance }),
      ...(deviceBound && { deviceBound }),
    };
    onChange(isOfPlace || Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1.5 text-sm font-medium">Age keys</legend>
      {isOfPlace && (
        <Checkbox
          label="Use the default rule’s age keys"
          checked={keys === undefined}
          onChange={() => onChange(keys === undefined ? {} : undefined)}
        />
      )}
      {(!isOfPlace || keys) && (
        <div className="grid gap-5">
          <SelectField
            label="Age keys are accepted"
            hint="Which sites accept age keys made here, and whose keys you accept. Keys based on your staff, providers or vendors are accepted here only."
            value={keys?.scope ?? "tenant"}
            options={SCOPES}
            onChange={(value) => change({ scope: value === "deployment" ? value : undefined })}
          />
          <SelectField
            label="Weakest proof accepted"
            hint="How the age was proven when the key was made."
            value={keys?.minimumAssurance ?? ""}
            options={LEVELS}
            onChange={(value) =>
              change({ minimumAssurance: PROVING_LEVELS.find((level) => level === value) })
            }
          />
          <Checkbox
            label="Refuse synced passkeys"
            hint="Most people’s passkeys are synced by their phone, so few people will have a key that is accepted."
            checked={keys?.deviceBound ?? false}
            onChange={(event) => change({ deviceBound: event.target.checked })}
          />
        </div>
      )}
    </fieldset>
  );
};
