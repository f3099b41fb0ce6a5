import { z } from "zod";
import { pathId, text, timestamp } from "./common.ts";
import { adminEndpoint } from "./endpoint.ts";

const PATH = "/admin/tenants/:id/wallet-certificate";
const params = z.strictObject({ id: pathId });

const certificate = z
  .object({
    id: z.string(),
    clientId: z.string().describe("As wallets call the tenant (OpenID4VP 1.0 §5.9.3)"),
    fingerprint: z.string().describe("SHA-256 of the certificate, in hexadecimal"),
    subject: z.string(),
    issuer: z.string(),
    validFrom: timestamp,
    validUntil: timestamp.describe("When the first certificate of the chain ends"),
    registration: z
      .object({ until: timestamp.nullable().describe("null: it has no end") })
      .nullable()
      .describe("null: without a registration certificate"),
    google: z
      .object({
        shownName: z.string().nullable().describe("The name in the metadata; null: there is no metadata"),
        aggregatorName: z.string().nullable().describe("The registrar's name in it; null: none"),
        state: z
          .enum(["bound", "unbound", "missing", "none"])
          .describe(
            "`bound`: the certificate names this metadata; `unbound`: it names none; `missing`: it names some that is not set; `none`: neither",
          ),
      })
      .describe("What Google Wallet finds in requests that it signs"),
    createdAt: timestamp,
  })
  .meta({ id: "WalletCertificate" });

export const getWalletCertificate = adminEndpoint("GET", PATH, {
  id: "admin.walletCertificate.get",
  scope: "read",
  summary: "Get a tenant's certificate for wallets",
  description:
    "The certificate that signs the tenant's requests to wallets, never its key. Without one, the deployment's signs.",
  params,
  response: z.object({ certificate: certificate.nullable().describe("null: the tenant has none") }),
  errors: ["TENANT_NOT_FOUND"],
});

export const setWalletCertificate = adminEndpoint("POST", PATH, {
  id: "admin.walletCertificate.set",
  scope: "all",
  summary: "Set a tenant's certificate for wallets",
  description:
    "Gives the tenant a certificate, or replaces its present one. Requests already made are still signed with the former one until they end. All of it is stored encrypted.",
  params,
  body: z.strictObject({
    key: text(4_000).trim().min(1).describe("The P-256 private key, PEM, without a password; never returned"),
    chain: text(32_000).trim().min(1).describe("The certificate and those above it, PEM"),
    registration: text(16_000)
      .trim()
      .min(1)
      .optional()
      .describe("The registration certificate (ETSI TS 119 475), a JWT"),
    metadata: text(16_000)
      .trim()
      .min(1)
      .optional()
      .describe(
        "The metadata for Google Wallet (`gw_rp_metadata_bytes`), in base64url, base64 or hexadecimal. Refused if the certificate names the hash of another one",
      ),
  }),
  response: certificate,
  errors: ["TENANT_NOT_FOUND", "TENANT_CLOSED"],
});

export const removeWalletCertificate = adminEndpoint("DELETE", PATH, {
  id: "admin.walletCertificate.remove",
  scope: "all",
  summary: "Remove a tenant's certificate for wallets",
  description:
    "Deletes the certificate with its key, and replaced ones too. Open requests that it signed get no answer.",
  params,
  response: z.object({ id: z.string() }),
  errors: ["TENANT_NOT_FOUND", "NOT_FOUND"],
});

export type WalletCertificateBody = z.output<typeof setWalletCertificate.body>;
