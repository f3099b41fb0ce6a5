import { proofKindOf } from "#core/policy/method-id.ts";
import type { PracticeInput, PracticeTenant } from "#core/practice/statement.ts";
import { TRAITS } from "../support/world/traits.ts";

/** What a statement is made of, without a tenant or with one that has a document as its only method. */
export const input = (tenant: Partial<PracticeTenant> | null = null): PracticeInput => ({
  publicUrl: "https://age.example.com",
  operator: "Age Ltd",
  contact: null,
  software: { version: "1.0.0", commit: null },
  isDevelopment: false,
  requestLogDays: 30,
  uses: ["database"],
  methods: (["document", "wallet", "voucher", "oidc", "vendor"] as const).map((id) => ({
    ...{ id, ...TRAITS },
    proofKind: proofKindOf(id),
  })),
  conformance: null,
  proofs: null,
  notOffered: [],
  tenant: tenant && {
    id: "ten_1",
    name: "Shop",
    contact: null,
    complaint: null,
    support: null,
    minimumAge: 18,
    disclosure: "age",
    methods: ["document"],
    maxAttempts: 3,
    tokenTtlSeconds: 3600,
    metadataRetentionDays: 90,
    resultRetentionDays: null,
    acceptVisas: false,
    walletProofs: null,
    documentReuseDays: null,
    policy: null,
    providers: [],
    vendors: [],
    hasReceivers: false,
    hasSlack: false,
    ...tenant,
  },
});
