import { z } from "zod";
import { pathId, text, timestamp, visible } from "./common.ts";
import { adminEndpoint } from "./endpoint.ts";

const fingerprint = z.string().describe("SHA-256 of the certificate (DER), in hexadecimal");

const anchor = z
  .object({
    id: z.string(),
    credentialType: z.string().describe("Document type, `vct`, or `vical` for a pinned list provider"),
    label: z.string().describe("Its name in results"),
    source: z.enum(["pem", "vical", "eu_trusted_list"]),
    eku: z.string().nullable().describe("The first of `ekus`; null: none is required"),
    ekus: z.array(z.string()).describe("Extended key usages; a signer below this anchor needs one of them"),
    vouchesFor: z
      .array(z.string())
      .describe("For a pinned list provider: the credential types that its lists can vouch for"),
    fingerprint,
    validFrom: timestamp,
    validUntil: timestamp,
    isValid: z.boolean().describe("Whether it is trusted now"),
    isStale: z.boolean().describe("For a list provider and the anchors of its list: a newer list is due"),
    listProvider: z.string().nullable().describe("Fingerprint of the pinned provider whose list contains it"),
    listDate: timestamp.nullable().describe("Date of the list; for a provider, of the list in use"),
    listIssueId: z.string().nullable().describe("The list's number, in decimal"),
    listNextUpdate: timestamp.nullable().describe("When the next list is due"),
    createdAt: timestamp,
  })
  .meta({ id: "TrustAnchor" });

const candidate = z
  .object({
    fingerprint,
    subject: z.string(),
    service: z.string(),
    serviceType: z.string(),
    status: z.string(),
    validFrom: timestamp,
    validUntil: timestamp,
  })
  .meta({ id: "TrustCandidate" });

const content = (max: number) => text(max).min(1);
const credentialType = text(200)
  .min(1)
  .describe(
    "`eu.europa.ec.av.1`, `org.iso.18013.5.1.mDL`, `eu.europa.ec.eudi.pid.1`, `urn:eudi:pid:1`, `org.iso.23220.photoid.1`, `com.google.wallet.idcard.1`, one of `WALLET_OWN_CREDENTIALS`, or `vical` for a list provider",
  );
const oid = z.string().regex(/^\d+(\.\d+){1,40}$/, "expected an object identifier such as 1.0.18013.5.1.2");

const MAX_CONTENT = 8 * 1024 * 1024;

/** Shared by the endpoint and the script, whose files can be larger than a request. */
export const trustImport = z.discriminatedUnion("format", [
  z.strictObject({
    format: z.literal("pem"),
    content: content(MAX_CONTENT).describe("One or more certificates"),
    credentialTypes: z.array(credentialType).min(1).max(10),
    label: visible(200).min(1).optional(),
    eku: oid
      .nullable()
      .optional()
      .describe(
        "Absent: the usual one of the type, and a type that has none has to name one; null: none is required",
      ),
    ekus: z
      .array(oid)
      .min(1)
      .max(10)
      .optional()
      .describe("Instead of `eku`: several, of which a signer needs one"),
    vouchesFor: z
      .array(credentialType)
      .min(1)
      .max(10)
      .optional()
      .describe(
        "For `vical`: the types that the provider's lists can vouch for; absent: `org.iso.18013.5.1.mDL`",
      ),
  }),
  z.strictObject({
    format: z.literal("vical"),
    content: content(MAX_CONTENT).base64().describe("The file (ISO/IEC 18013-5 Annex C)"),
  }),
  z.strictObject({
    format: z.literal("eu_trusted_list"),
    content: content(MAX_CONTENT).describe("The XML (ETSI TS 119 612)"),
    confirm: z
      .array(z.string().regex(/^[0-9a-fA-F]{64}$/, "expected a SHA-256 in hexadecimal"))
      .max(1_000)
      .optional()
      .describe("Fingerprints that you have compared with their source; absent: only shows the list"),
  }),
]);

export type TrustImport = z.output<typeof trustImport>;

export const listTrustAnchors = adminEndpoint("GET", "/admin/trust-anchors", {
  id: "admin.trust.list",
  scope: "read",
  summary: "List trust anchors",
  description: "The certificates trusted for each credential type. Nothing is trusted until you import it.",
  response: z.array(anchor),
});

export const importTrustAnchors = adminEndpoint("POST", "/admin/trust-anchors", {
  id: "admin.trust.import",
  scope: "all",
  summary: "Import trust anchors",
  description:
    "From PEM, from a VICAL whose provider is pinned (a PEM import for the type `vical`), or from the EU trusted list for age verification. The signature of the EU list is not checked, so only the entries in `confirm` are trusted. The body has at most 512 KiB; for larger files, use `npm run trust`.",
  body: trustImport,
  // The lists that authorities publish are 54 to 57 KB (2026), and a third larger in base64.
  maxBodyBytes: 512 * 1024,
  response: z.object({
    anchors: z.array(anchor).describe("Trusted from now on"),
    candidates: z.array(candidate).describe("Entries of the EU list, to compare and confirm"),
    skipped: z.number().int().describe("Entries of a list that are unreadable or cannot be anchors"),
    outside: z.number().int().describe("Types in a list that its provider is not pinned for"),
    replacedHigherIssueId: z
      .string()
      .nullable()
      .describe(
        "The number of the replaced VICAL, if it was higher than this one's. The later date counts all the same: some providers' numbers do not rise",
      ),
  }),
});

export const removeTrustAnchor = adminEndpoint("DELETE", "/admin/trust-anchors/:id", {
  id: "admin.trust.remove",
  scope: "all",
  summary: "Remove a trust anchor",
  description: "Credentials that it signed are no longer trusted. Completed verifications do not change.",
  params: z.strictObject({ id: pathId }),
  response: z.object({ id: z.string() }),
  errors: ["TRUST_ANCHOR_NOT_FOUND"],
});
