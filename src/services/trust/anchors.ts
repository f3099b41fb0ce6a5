import { invalid, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  type AnchorRow,
  type ListIssue,
  listAnchors,
  removeAnchor,
  removeOfList,
  trustVersion,
  upsertAnchor,
} from "#data/service/trust-anchors.ts";
import { WALLET_CODES, type WalletCode } from "#methods/wallet/result.ts";
import { type TrustAnchor, VICAL_TYPE } from "#methods/wallet/trust/anchor.ts";
import { TEST_ANCHORS } from "#methods/wallet/trust/test-anchors.ts";
import { fingerprintOf, readCertificate } from "#methods/wallet/x509/certificate.ts";
import { type Ctx, type Deps, newId } from "#services/context.ts";
import { recordAudit } from "#services/tenants/audit-log.ts";

/** Its private key is in everybody's hands: trusted by a row it would let anybody pass as anybody, in live mode too. */
export const isTestIssuer = ({ certificate }: Pick<TrustAnchor, "certificate">): boolean =>
  TEST_ANCHORS.some((test) => test.certificate.x509.publicKey.equals(certificate.x509.publicKey));

/**
 * How long a list counts after the time at which another should have been there. Providers announce the next one for
 * tomorrow, and lists are imported by hand: a month is time to notice, and an authority that was dropped is not believed
 * for ever.
 */
export const LIST_GRACE_DAYS = 30;
const DAY_MS = 86_400_000;

type Aged = Pick<AnchorRow, "listNextUpdate">;

/** The end of a list's grace; null for a list that announces no other, and for what came in none. */
export const endOfGrace = ({ listNextUpdate }: Aged): Date | null =>
  listNextUpdate && new Date(listNextUpdate.getTime() + LIST_GRACE_DAYS * DAY_MS);

/** Until when an anchor counts: its own validity, and no longer than its list. A pin counts for the next list all the same. */
export const countsUntil = (row: Aged & Pick<AnchorRow, "validUntil" | "listProvider">): Date => {
  const end = row.listProvider === null ? null : endOfGrace(row);
  return end && end.getTime() < row.validUntil.getTime() ? end : row.validUntil;
};

/** Whether another list should be there by now. */
export const isStale = ({ listNextUpdate }: Aged, now: Date): boolean =>
  listNextUpdate !== null && now.getTime() > listNextUpdate.getTime();

// A row whose certificate cannot be read any more vouches for nobody; nor does one that somebody wrote past the checks.
const toAnchor = (row: AnchorRow): TrustAnchor[] => {
  const { credentialType, label, eku, ekus, vouchesFor, source, validFrom: from } = row;
  const certificate = readCertificate(new Uint8Array(row.certificate));
  if (!certificate.ok || isTestIssuer({ certificate: certificate.value })) return [];
  return [
    {
      credentialType,
      label,
      // A process of the former version writes the one column only.
      ekus: ekus.length === 0 && eku !== null ? [eku] : ekus,
      vouchesFor,
      source,
      certificate: certificate.value,
      validity: { from, until: countsUntil(row) },
    },
  ];
};

type Reading = { version: bigint; anchors: Promise<readonly TrustAnchor[]> };
const readings = new WeakMap<object, Reading>();

const read = async ({ db }: Pick<Deps, "db">): Promise<readonly TrustAnchor[]> =>
  (await listAnchors(db.orm)).flatMap(toAnchor);

/**
 * All anchors, parsed once for each version of the table. Every call reads the version, which is one row: whoever was
 * removed in any process counts no more from the next answer on. Answers that come while a version is being read share
 * that reading: it began after the version was seen, so it is never older than what they asked for.
 */
const allAnchors = async (deps: Pick<Deps, "db">): Promise<readonly TrustAnchor[]> => {
  const { orm } = deps.db;
  const version = await trustVersion(orm);
  const known = readings.get(orm);
  if (known?.version === version) return known.anchors;
  const reading: Reading = { version, anchors: read(deps) };
  readings.set(orm, reading);
  try {
    return await reading.anchors;
  } catch (error) {
    // A reading that failed is nobody's answer.
    if (readings.get(orm) === reading) readings.delete(orm);
    throw error;
  }
};

/** Whose signature counts for these types of credential, as of this moment. */
export const anchorsFor = async (
  deps: Pick<Deps, "db">,
  credentialTypes: readonly string[],
): Promise<TrustAnchor[]> =>
  (await allAnchors(deps)).filter(({ credentialType }) => credentialTypes.includes(credentialType));

/** The providers of lists that an operator pinned by hand: no list vouches for another's provider. */
export const pinnedProviders = async (deps: Pick<Deps, "db">): Promise<TrustAnchor[]> =>
  (await anchorsFor(deps, [VICAL_TYPE])).filter(({ source }) => source === "pem");

/** An anchor as admins see it. */
export type AnchorView = Omit<AnchorRow, "certificate" | "listIssueId" | "listDigest"> & {
  /** Whether it counts now: its time has come and is not over. */
  isValid: boolean;
  /** Of a provider and of what came in its list: another list should be there by now. */
  isStale: boolean;
  /** In decimal: it may be larger than a JSON number. */
  listIssueId: string | null;
};

export const anchorView = (
  { certificate: _certificate, listDigest: _listDigest, listIssueId, ...anchor }: AnchorRow,
  now: Date,
): AnchorView => ({
  ...anchor,
  listIssueId: listIssueId?.toString() ?? null,
  isValid: anchor.validFrom.getTime() <= now.getTime() && now.getTime() <= countsUntil(anchor).getTime(),
  isStale: isStale(anchor, now),
});

/** Everything that is trusted, by credential type. The test issuer is not among it: nobody imported it. */
export const listTrustAnchors = async ({ deps }: Ctx): Promise<AnchorView[]> => {
  const rows = await listAnchors(deps.db.orm);
  return rows.map((row) => anchorView(row, deps.now()));
};

/** The audit entry of an anchor that is trusted no more, in the transaction that removed it. */
export const recordRemoval = (
  ctx: Ctx,
  db: Db,
  { id, credentialType, label, fingerprint }: AnchorRow,
): Promise<void> =>
  recordAudit(ctx, db, {
    tenantId: null,
    action: "trust_anchor.remove",
    target: id,
    changes: { credentialType, label, fingerprint },
  });

/**
 * Takes an anchor away: the next answer of a wallet is already judged without it. With a pinned provider of lists goes
 * what its list brought.
 * @throws TRUST_ANCHOR_NOT_FOUND
 */
export const removeTrustAnchor = async (ctx: Ctx, id: string): Promise<{ id: string }> => {
  if (!isId("trustAnchor", id)) throw new ServiceError("TRUST_ANCHOR_NOT_FOUND");
  await inTransaction(ctx.deps.db, async (db) => {
    const removed = await removeAnchor(db, id);
    if (!removed) throw new ServiceError("TRUST_ANCHOR_NOT_FOUND");
    await recordRemoval(ctx, db, removed);
    if (removed.credentialType !== VICAL_TYPE) return;
    for (const anchor of await removeOfList(db, removed.fingerprint)) await recordRemoval(ctx, db, anchor);
  });
  return { id };
};

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

/** Why the content of an import was refused. */
export const contentRefused = (code: WalletCode): ServiceError => invalid("content", WALLET_CODES[code]);
