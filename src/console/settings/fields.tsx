import type { ReactNode } from "react";
import { DISCLOSURES, type Disclosure } from "#core/age-over.ts";
import { checkBrandColour } from "#core/brand.ts";
import { DOCUMENT_REUSE, RETURN_WITH, type ReturnWith } from "#core/tenant.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { CallbackHosts, hasWrongHost, hostsIn } from "./callback-hosts.tsx";
import { ColourField } from "./colour-field.tsx";
import { Logo } from "./logo-field.tsx";
import { MetadataKey } from "./metadata-key.tsx";
import { MethodOrder, methodsIn, methodsText } from "./method-order.tsx";
import {
  type Around,
  cards,
  checkbox,
  days,
  FLAG,
  line,
  OFF,
  select,
  type Typing,
  wholeNumber,
} from "./setting-kinds.tsx";
import {
  lifetimeOptions,
  type SavedPart,
  type SettingName,
  type SettingsChanges,
  type SettingsData,
} from "./settings-data.ts";
import { proofsHint, proofsIn, proofsOptions, proofsText } from "./wallet-proofs.ts";

type SettingField<Name extends SettingName> = {
  part: SavedPart;
  /** The text that stands for what is saved. */
  text: (saved: SettingsData[Name]) => string;
  /** What a text stands for. */
  setting: (text: string) => SettingsChanges[Name];
  draw: (typing: Typing, around: Around) => ReactNode;
  /** Whether it is next to the one that follows, above the section's wide ones. */
  isNarrow?: boolean;
  /** Whether the section says what the service says about it. */
  hidesError?: boolean;
  /** Whether a text cannot be saved as it is. */
  isFaulty?: (text: string) => boolean;
  /** Whether it means nothing beside the others as they are typed: it is not shown then, and not sent. */
  isHidden?: (textOf: Around["textOf"]) => boolean;
  /** Whether something else decides it: it is not shown then, so it cannot have faults either. */
  isDecided?: (settings: SettingsData) => boolean;
};

const isUnderPolicy = ({ policy }: SettingsData): boolean => policy !== null;

const DISCLOSURE_NAMES: Readonly<Record<Disclosure, string>> = {
  thresholds: "Only which ages the person has reached",
  age: "The age in years",
};

const REUSE_LIMIT = wholeNumber("documents", {
  label: "Flag after (verifications)",
  hint: "Later verifications with the same document are marked as reused. 1 to 100.",
  min: 1,
  max: DOCUMENT_REUSE.maxLimit,
});

/** Every setting that the contract takes, in the order of the page. */
export const FIELDS: { readonly [Name in SettingName]: SettingField<Name> } = {
  name: {
    ...line("branding", () => ({
      label: "Tenant name",
      hint: "Shown in this console and on statements.",
      required: true,
      maxLength: 200,
    })),
    setting: (text) => text.trim(),
  },
  displayName: line("branding", ({ textOf }) => ({
    label: "Display name",
    hint: "Shown on the hosted page instead of the tenant name.",
    maxLength: 80,
    placeholder: textOf("name"),
  })),
  brandColour: {
    part: "branding",
    text: (saved) => saved ?? "",
    setting: (text) => text || null,
    isFaulty: (text) => text !== "" && !checkBrandColour(text).ok,
    // The logo stands above it, and is saved by itself.
    draw: ({ value, error, onChange }, { settings }) => (
      <>
        <Logo logo={settings.logo} />
        <ColourField value={value || null} error={error} onChange={(colour) => onChange(colour ?? "")} />
      </>
    ),
  },
  supportUrl: line("branding", () => ({
    label: "Support link",
    hint: "Where people can get help. Use an https: or mailto: address.",
    type: "url",
    maxLength: 500,
    placeholder: "https://shop.example.com/help",
    autoComplete: "off",
  })),
  minimumAge: wholeNumber("checks", {
    label: "Minimum age",
    hint: `Whole years, ${MINIMUM_AGE.min} to ${MINIMUM_AGE.max}.`,
    min: MINIMUM_AGE.min,
    max: MINIMUM_AGE.max,
  }),
  maxAttempts: {
    ...wholeNumber("checks", {
      label: "Attempts",
      hint: "How many times a person can try before the verification fails. 1 to 10.",
      min: 1,
      max: 10,
    }),
    isDecided: isUnderPolicy,
  },
  disclosure: {
    ...select("checks", () => ({
      label: "Results tell",
      hint: "With thresholds, the age in years is stored and shown nowhere. A call can name up to five thresholds; without any, the minimum age is the only one.",
      options: Object.entries(DISCLOSURE_NAMES).map(([value, label]) => ({ value, label })),
    })),
    text: (saved) => saved ?? "age",
    setting: (text) => DISCLOSURES.find((known) => known === text),
  },
  methods: {
    part: "checks",
    hidesError: true,
    text: methodsText,
    setting: methodsIn,
    draw: (typing, { settings }) => <MethodOrder settings={settings} {...typing} />,
    isDecided: isUnderPolicy,
  },
  listMetadataKey: {
    part: "lists",
    text: (saved) => saved ?? "",
    setting: (text) => text || null,
    draw: (typing) => <MetadataKey {...typing} />,
  },
  uniqueReferences: checkbox("lists", {
    label: "References are unique",
    hint: "A call to /verify/start is refused when its reference belongs to another verification. Live and test references are separate. A reference is free again once its verification is erased.",
  }),
  callbackHosts: {
    part: "callbacks",
    hidesError: true,
    text: (saved) => saved.join("\n"),
    setting: hostsIn,
    draw: (typing) => <CallbackHosts {...typing} />,
    isFaulty: hasWrongHost,
  },
  returnWith: {
    ...cards("callbacks", "After an approval, the browser brings", {
      code: {
        name: "A one-time code (recommended)",
        about:
          "Your backend exchanges it for the token with POST /tokens/exchange, once and within 10 minutes. Nothing about the person reaches browser histories and access logs.",
      },
      token: {
        name: "The token",
        about:
          "The token can hold the person's age, and the address that carries it stays in browser histories and access logs. Choose this only while your backend cannot exchange codes.",
      },
    } satisfies Record<ReturnWith, object>),
    text: (saved) => saved,
    setting: (text) => RETURN_WITH.find((known) => known === text),
  },
  tokenTtlSeconds: {
    ...select("tokens", ({ settings }) => ({
      label: "Token lifetime",
      hint: "Applies to new tokens. Shorter is safer; longer means people are asked less often.",
      options: lifetimeOptions(settings.tokenTtlSeconds),
    })),
    isNarrow: true,
    text: (saved) => String(saved),
    setting: (text) => Number(text),
  },
  metadataRetentionDays: wholeNumber("tokens", {
    label: "Keep metadata for (days)",
    hint: "After this, the metadata your backend attached is erased. The verification itself stays. 1 to 3,650.",
    min: 1,
    max: 3650,
  }),
  resultRetentionDays: days("tokens", "resultRetentionDays", {
    label: "Erase results",
    hint: "Erases ended verifications this long after their start, each with a receipt. This cannot be undone.",
    none: "Never",
    before: "After ",
    usual: [30, 90, 180, 365, 730, 3650],
  }),
  erasesAtOnce: {
    ...cards("tokens", "When a person asks for erasure on their page", {
      off: {
        name: "Wait for us",
        about: "The request appears under Requests, and a member answers it within 30 days.",
      },
      on: {
        name: "Erase at once",
        about: "No review is needed. Everyone who has the address of an ended check can erase it.",
      },
    }),
    ...FLAG,
  },
  documentReuseDays: days("documents", "documentReuseDays", {
    label: "Remember documents for",
    hint: "Flags a document that is used for many people; it is never refused. We keep a keyed hash for this long, which only this deployment can create or compare. Turn this off to keep nothing and erase existing hashes.",
    none: "Off",
    usual: [1, 7, 30, 90, DOCUMENT_REUSE.maxDays],
  }),
  documentReuseLimit: {
    ...REUSE_LIMIT,
    isHidden: (textOf) => textOf("documentReuseDays") === OFF,
  },
  acceptVisas: checkbox("documents", {
    label: "Accept visas",
    hint: "Visas are easier to forge: no check digit protects the birth date together with the other fields. Passports are safer.",
  }),
  walletProofs: {
    ...select("wallets", ({ settings: { walletProofsByDefault }, textOf }) => ({
      label: "Zero-knowledge proofs",
      hint: proofsHint(proofsIn(textOf("walletProofs")), walletProofsByDefault),
      options: proofsOptions(walletProofsByDefault),
    })),
    text: proofsText,
    setting: proofsIn,
  },
};
