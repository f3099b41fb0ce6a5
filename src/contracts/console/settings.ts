import { z } from "zod";
import { disclosure, returnWith, text, whole } from "#contracts/public/common.ts";
import { metadataKey, methodList } from "#contracts/public/verify.ts";
import { LOGO } from "#core/brand.ts";
import { MAX_CALLBACK_HOSTS } from "#core/callback-hosts.ts";
import { TOKEN_TTL_SECONDS } from "#core/claims.ts";
import { UNSAYABLE } from "#core/practice/statement.ts";
import { DOCUMENT_REUSE, WALLET_PROOFS } from "#core/tenant.ts";
import { hasUserInfo } from "#core/text.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { label } from "./common.ts";

const helpAddress = z
  .url({ protocol: /^(https|mailto)$/, error: "expected an https: or mailto: address" })
  .max(500)
  .refine((text) => !hasUserInfo(text), {
    message: "expected an address without a user name or password",
  });

const settings = z.strictObject({
  name: label(200).optional(),
  displayName: label(80).nullable().optional(),
  brandColour: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "expected a colour such as #1f6f54")
    .nullable()
    .optional(),
  supportUrl: helpAddress.nullable().optional(),
  minimumAge: whole(MINIMUM_AGE).optional(),
  disclosure: disclosure.optional(),
  methods: methodList.optional(),
  maxAttempts: z.number().int().min(1).max(10).optional(),
  callbackHosts: z
    .array(text(260).trim().toLowerCase().min(1))
    .max(MAX_CALLBACK_HOSTS)
    .refine((hosts) => new Set(hosts).size === hosts.length, { message: "expected each host once" })
    .optional(),
  /** What the browser carries to callback_url after an approval. */
  returnWith: returnWith.optional(),
  tokenTtlSeconds: whole(TOKEN_TTL_SECONDS).optional(),
  metadataRetentionDays: z.number().int().min(1).max(3_650).optional(),
  /** null: no verification is erased automatically. */
  resultRetentionDays: z.number().int().min(1).max(3_650).nullable().optional(),
  acceptVisas: z.boolean().optional(),
  /** null: as the deployment says. */
  walletProofs: z.enum(WALLET_PROOFS).nullable().optional(),
  /** Whether a person who asks for erasure on their page gets it at once, without a member. */
  erasesAtOnce: z.boolean().optional(),
  /** Whether a start is refused whose reference was given before, in the same mode. */
  uniqueReferences: z.boolean().optional(),
  /** The metadata key whose value names a verification in lists; null: lists show all metadata. */
  listMetadataKey: metadataKey.nullable().optional(),
  /** null: no trace of a document is stored. */
  documentReuseDays: z.number().int().min(1).max(DOCUMENT_REUSE.maxDays).nullable().optional(),
  documentReuseLimit: z.number().int().min(1).max(DOCUMENT_REUSE.maxLimit).optional(),
});

/** Absent fields stay unchanged; null removes a value. */
export const updateSettings = settings
  /** What the given settings were; absent: nothing is compared. */
  .extend({ seen: settings.optional() })
  .refine(({ seen: _seen, ...changes }) => Object.keys(changes).length > 0, {
    message: "give at least one setting",
  });

export const setLogo = z.strictObject({
  /** A PNG in Base64; null removes the logo. */
  png: z
    .base64()
    .max(Math.ceil(LOGO.maxBytes / 3) * 4 + 4, `expected a PNG of at most ${LOGO.maxBytes / 1024} KiB`)
    .nullable(),
});

export const closeTenant = z.strictObject({
  /** The tenant's name, typed to confirm it. */
  name: text(300),
});

const publicAddress = helpAddress
  .refine((text) => !UNSAYABLE.test(text), { message: "expected an address without words such as certified" })
  .nullable();

/** Previews the statement as if it were saved. */
export const practiceDraft = z.strictObject({
  practiceContact: publicAddress.optional(),
  complaintUrl: publicAddress.optional(),
});

const practice = z
  .strictObject({
    practicePublished: z.boolean(),
    /** The monthly numbers; shown with a published statement only. */
    numbersPublished: z.boolean(),
    practiceContact: publicAddress,
    complaintUrl: publicAddress,
  })
  .partial();

/** What is absent stays as it is. */
export const practiceSettings = practice.extend({
  /** What the given fields were; absent: nothing is compared. */
  seen: practice.optional(),
});

export type PracticeDraft = z.output<typeof practiceDraft>;
