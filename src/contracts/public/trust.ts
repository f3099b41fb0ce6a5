import { z } from "zod";
import { pathId, text, timestamp, visible } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const fingerprint = z.string().describe("SHA-256 of the certificate (DER), in hexadecimal");

const anchor = z
  .object({
    id: z.string(),
    credentialType: z.string().describe("Document type, `vct`, or `vical` for a pinned provider of lists"),
    label: z.string().describe("What results call it"),
    source: z.enum(["pem", "vical", "eu_trusted_list"]),
    eku: z.string().nullable().describe("The first of `ekus`; null: none is asked for"),
    ekus: z.array(z.string()).describe("Extended key usages of which signers below it must have one"),
    vouchesFor: z
      .array(z.string())
      .describe("Of a pinned provider of lists: the types of credential that its lists may vouch for"),
    fingerprint,
    validFrom: timestamp,
    validUntil: timestamp,
    isValid: z.boolean().describe("Whether it counts now"),
    isStale: z
      .boolean()
      .describe("Of a provider and of what its list brought: another list should be there by now"),
    listProvider: z.string().nullable().describe("Fingerprint of the pinned provider whose list named it"),
    listDate: timestamp.nullable().describe("When the list was made; of a provider, the one in use"),
    listIssueId: z.string().nullable().describe("The list's number, in decimal"),
    listNextUpdate: timestamp.nullable().describe("When another list should be there"),
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
    "`eu.europa.ec.av.1`, `org.iso.18013.5.1.mDL`, `eu.europa.ec.eudi.pid.1`, `urn:eudi:pid:1`, or `vical` for a provider of lists",
  );
const oid = z.string().regex(/^\d+(\.\d+){1,40}$/, "expected an object identifier such as 1.0.18013.5.1.2");

const MAX_CONTENT = 8 * 1024 * 1024;

/** The same for the endpoint and for the script, whose files may be larger than a request. */
export const trustImport = z.discriminatedUnion("format", [
  z.strictObject({
    format: z.literal("pem"),
    content: content(MAX_CONTENT).describe("One or more certificates"),
    credentialTypes: z.array(credentialType).min(1).max(10),
    label: visible(200).min(1).optional(),
    eku: oid.nullable().optional().describe("Absent: the usual one of the type; null: none is asked for"),
    ekus: z
      .array(oid)
      .min(1)
      .max(10)
      .optional()
      .describe("In place of `eku`: several, of which a signer needs one"),
    vouchesFor: z
      .array(credentialType)
      .min(1)
      .max(10)
      .optional()
      .describe(
        "For `vical`: the types that the provider's lists may vouch for; absent: `org.iso.18013.5.1.mDL`",
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
      .describe("Fingerprints that you have compared with their source; absent: the list is only shown"),
  }),
]);

export const listTrustAnchors = endpoint({
  id: "admin.trust.list",
  method: "GET",
  path: "/admin/trust-anchors",
  auth: "admin",
  summary: "List trust anchors",
  description:
    "Whose signature counts for which type of credential. Nothing is trusted until it is imported.",
  response: z.array(anchor),
  errors: [],
});

export const importTrustAnchors = endpoint({
  id: "admin.trust.import",
  method: "POST",
  path: "/admin/trust-anchors",
  auth: "admin",
  summary: "Import trust anchors",
  description:
    "From PEM, from a VICAL whose provider is pinned (a PEM import for the type `vical`), or from the EU's trusted list for age verification, of which only what `confirm` names counts: its signature is not checked. Larger files: `npm run trust`.",
  body: trustImport,
  response: z.object({
    anchors: z.array(anchor).describe("What counts from now on"),
    candidates: z.array(candidate).describe("What the EU's list holds, to be compared and confirmed"),
    skipped: z.number().int().describe("Entries of a list that could not be read, or that can be no anchor"),
    outside: z.number().int().describe("Types in a list for which its provider does not vouch here"),
  }),
  errors: [],
});

export const removeTrustAnchor = endpoint({
  id: "admin.trust.remove",
  method: "DELETE",
  path: "/admin/trust-anchors/:id",
  auth: "admin",
  summary: "Remove a trust anchor",
  description:
    "What it signed is not believed any more from now on; verifications that have ended stay as they are.",
  params: z.strictObject({ id: pathId }),
  response: z.object({ id: z.string() }),
  errors: ["TRUST_ANCHOR_NOT_FOUND"],
});
