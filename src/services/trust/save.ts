import { invalid } from "#core/errors.ts";
import { type Db, inTransaction } from "#data/client.ts";
import { type ListIssue, upsertAnchor } from "#data/trust-anchors.ts";
import type { TrustAnchor } from "#methods/wallet/trust/anchor.ts";
import { fingerprintOf } from "#methods/wallet/x509/fingerprint.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { newId } from "../new-id.ts";
import { isTestIssuer } from "./is-test-issuer.ts";
import { type AnchorView, anchorView } from "./view.ts";

/** The list that anchors came in, if they came in one. */
export type AnchorList = ListIssue & { listProvider: string | null };
const NO_LIST: AnchorList = {
  listProvider: null,
  listDate: null,
  listIssueId: null,
  listNextUpdate: null,
  listDigest: null,
};

const saveOne = async (ctx: Ctx, db: Db, anchor: TrustAnchor, list: AnchorList): Promise<AnchorView> => {
  const { credentialType, label, ekus, vouchesFor, source, certificate, validity } = anchor;
  // Wherever it came from: what is stored counts for everybody.
  if (isTestIssuer(anchor)) {
    throw invalid("content", "this is the test issuer, whose private key is public; it is never trusted");
  }
  if (source === "test") throw new Error("no other issuer is for tests");
  const now = ctx.deps.now();
  const row = await upsertAnchor(db, {
    id: newId(ctx.deps, "trustAnchor"),
    credentialType,
    label,
    eku: ekus[0] ?? null,
    ekus: [...ekus],
    vouchesFor: [...vouchesFor],
    source,
    certificate: new Uint8Array(certificate.der),
    fingerprint: fingerprintOf(certificate),
    validFrom: validity.from,
    validUntil: validity.until,
    ...list,
    createdAt: now,
  });
  const { id: target, fingerprint } = row;
  await recordAudit(ctx, db, {
    tenantId: null,
    action: "trust_anchor.import",
    target,
    changes: { credentialType, label, fingerprint, source },
  });
  return anchorView(row, now);
};

/** Stores anchors with their audit entries, all or none. `alongside` runs in the same transaction, before. */
export const saveAnchors = (
  ctx: Ctx,
  anchors: readonly TrustAnchor[],
  list: AnchorList = NO_LIST,
  alongside: (db: Db) => Promise<void> = async () => {},
): Promise<AnchorView[]> =>
  inTransaction(ctx.deps.db, async (db) => {
    await alongside(db);
    const saved: AnchorView[] = [];
    for (const anchor of anchors) saved.push(await saveOne(ctx, db, anchor, list));
    return saved;
  });
