/** What stays of a tenant that was deleted: the only columns that may still name it. */
export const KEPT_OF_TENANT = {
  statement: { columns: ["tenant_id"], why: "bills, which the operator has to keep" },
  erasure_receipt: {
    columns: ["tenant_id", "verification_id"],
    why: "the chain of receipts proves that each verification was erased",
  },
  audit_entry: {
    columns: ["tenant_id", "target"],
    why: "what operators did, whom it holds to account; the tenant's own entries are deleted",
  },
  meter_event: { columns: ["tenant_id"], why: "usage on its way to Stripe, for 90 days" },
  tenant_deletion: { columns: ["tenant_id"], why: "that it was deleted, and when" },
} as const satisfies Record<string, { columns: readonly string[]; why: string }>;

/** A deletion while the worker is at it. */
export type TenantDeletion = {
  askedAt: Date;
  /** Verifications that are still there. */
  left: number;
};
