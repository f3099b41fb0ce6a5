import { addDays } from "#core/day.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { apart, type Database, type Db, inTransaction } from "#data/service/client.ts";
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
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";

/** The test issuer's private key is public: as a stored anchor, it would let anyone pass, in live mode too. */
const isTestIssuer = ({ certificate }: Pick<TrustAnchor, "certificate">): boolean =>
  TEST_ANCHORS.some((test) => test.certificate.x509.publicKey.equals(certificate.x509.publicKey));

/**
 * How long a list counts after the next one was due. Providers announce the next list for the following day,
 * and lists are imported by hand: a month leaves time to notice, and a removed authority does not stay
 * trusted indefinitely.
 */
export const LIST_GRACE_DAYS = 30;

type Aged = Pick<AnchorRow, "listNextUpdate">;

/** The end of a list's grace period; null for a list that announces no next one, and without a list. */
export const endOfGrace = ({ listNextUpdate }: Aged): Date | null =>
  listNextUpdate && addDays(listNextUpdate, LIST_GRACE_DAYS);

/** Until when an anchor counts: its own validity, and at most its list's. A pin still counts for the next list. */
const countsUntil = (row: Aged & Pick<AnchorRow, "validUntil" | "listProvider">): Date => {
  const end = row.listProvider === null ? null : endOfGrace(row);
  return end && end.getTime() < row.validUntil.getTime() ? end : row.validUntil;
};

/** Whether the next list is overdue. */
export const isStale = ({ listNextUpdate }: Aged, now: Date): boolean =>
  listNextUpdate !== null && now.getTime() > listNextUpdate.getTime();

// A row is ignored if its certificate is unreadable, or if it was written bypassing the checks.
const toAnchor = (row: AnchorRow): TrustAnchor[] => {
  const { credentialType, label, eku, ekus, vouchesFor, source, validFrom: from } = row;
  const certificate = readCertificate(new Uint8Array(row.certificate));
  if (!certificate.ok || isTestIssuer({ certificate: certificate.value })) return [];
  return [
    {
      credentialType,
      label,
      // A process of the previous version writes only the one column.
      ekus: ekus.length === 0 && eku !== null ? [eku] : ekus,
      vouchesFor,
      source,
      certificate: certificate.value,
      validity: { from, until: countsUntil(row) },
    },
  ];
};

/** A database, or one of its transactions. */
type Asked = { readonly db: Pick<Database, "orm" | "root"> };
type Anchors = readonly TrustAnchor[];
type Reading = { version: bigint; anchors: Promise<Anchors>; done: Anchors | null };
const readings = new WeakMap<object, Reading>();

const read = async (orm: Db): Promise<Anchors> => (await listAnchors(orm)).flatMap(toAnchor);

/**
 * All anchors, parsed once for each version of the table. Every call reads the version, one row, or has just read it with others, so an anchor removed in
 * any process stops counting with the next answer. Concurrent answers share one reading: it began after its version was
 * seen, so it is never too old.
 */
const allAnchors = async ({ db: { root, orm } }: Asked, seen?: bigint): Promise<Anchors> => {
  const version = seen ?? (await trustVersion(orm));
  const known = readings.get(root);
  // A transaction waits for no connection but its own, and what it reads may never be committed.
  if (orm !== root.orm) return known?.version === version && known.done ? known.done : read(orm);
  if (known?.version === version) return known.anchors;
  const reading: Reading = { version, anchors: read(orm), done: null };
  readings.set(root, reading);
  try {
    reading.done = await reading.anchors;
    return reading.done;
  } catch (error) {
    // Never reuse a failed reading.
    if (readings.get(root) === reading) readings.delete(root);
    throw error;
  }
};

/**
 * The anchors for these credential types, as of now.
 * @param seen the version of the table, where this request has read it already
 */
export const anchorsFor = async (
  deps: Asked,
  credentialTypes: readonly string[],
  seen?: bigint,
): Promise<TrustAnchor[]> =>
  (await allAnchors(deps, seen)).filter(({ credentialType }) => credentialTypes.includes(credentialType));

type Seen = { version: bigint; at: Date };
const seenVersions = new WeakMap<object, Seen>();
const RECENT_MS = 5_000;

/** Reads for the callers that come next; once at a time. */
const refreshing = new WeakSet<object>();
const refreshApart = ({ db: { root }, now }: Asked & Pick<Deps, "now">): void => {
  if (refreshing.has(root)) return;
  refreshing.add(root);
  apart(() => recentAnchorsFor({ db: root, now }, []))
    .catch(() => undefined)
    .finally(() => refreshing.delete(root));
};

/**
 * The anchors for these types, at most five seconds old; changes by this process count at once. For starts,
 * which are far more frequent than imports. Within a transaction, what is older is read over its own connection.
 */
export const recentAnchorsFor = async (
  deps: Asked & Pick<Deps, "now">,
  credentialTypes: readonly string[],
): Promise<TrustAnchor[]> => {
  const { root, orm } = deps.db;
  const now = deps.now();
  const known = seenVersions.get(root);
  const isRecent = known && Math.abs(now.getTime() - known.at.getTime()) < RECENT_MS;
  if (isRecent) return anchorsFor(deps, credentialTypes, known.version);
  const version = await trustVersion(orm);
  if (orm === root.orm) seenVersions.set(root, { version, at: now });
  else refreshApart(deps);
  return anchorsFor(deps, credentialTypes, version);
};

/** For calls after a change by this process. */
export const forgetSeen = ({ deps }: Ctx): void => {
  seenVersions.delete(deps.db.root);
};

/** The list providers pinned by an operator: no list vouches for another's provider. */
export const pinnedProviders = async (deps: Pick<Deps, "db">): Promise<TrustAnchor[]> =>
  (await anchorsFor(deps, [VICAL_TYPE])).filter(({ source }) => source === "pem");

/** An anchor as admins see it. */
export type AnchorView = Omit<AnchorRow, "certificate" | "listIssueId" | "listDigest"> & {
  /** Whether it is valid now. */
  isValid: boolean;
  /** For a provider and the anchors of its list: the next list is overdue. */
  isStale: boolean;
  /** In decimal: it can exceed a JSON number. */
  listIssueId: string | null;
};

const anchorView = (row: AnchorRow, now: Date): AnchorView => {
  // One by one, so that a future column is not shown by default.
  const { id, credentialType, label, fingerprint, eku, ekus, source, validFrom, validUntil } = row;
  const { vouchesFor, listProvider, listDate, listIssueId, listNextUpdate, createdAt } = row;
  return {
    ...{ id, credentialType, label, fingerprint, eku, ekus, source, validFrom, validUntil },
    ...{ vouchesFor, listProvider, listDate, listNextUpdate, createdAt },
    listIssueId: listIssueId?.toString() ?? null,
    isValid: validFrom.getTime() <= now.getTime() && now.getTime() <= countsUntil(row).getTime(),
    isStale: isStale(row, now),
  };
};

/** Everything that is trusted, by credential type; never the test issuer, which is not imported. */
export const listTrustAnchors = async ({ deps }: Ctx): Promise<AnchorView[]> => {
  const rows = await listAnchors(deps.db.orm);
  return rows.map((row) => anchorView(row, deps.now()));
};

/** Audits an anchor's removal, in the same transaction. */
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
 * Removes an anchor: the next wallet answer is checked without it. Removing a pinned list provider also removes the
 * anchors of its list.
 * @throws TRUST_ANCHOR_NOT_FOUND
 */
export const removeTrustAnchor = async (ctx: Ctx, id: string): Promise<{ id: string }> => {
  if (!isId("trustAnchor", id)) throw new ServiceError("TRUST_ANCHOR_NOT_FOUND");
  await inTransaction(ctx.deps.db, async (db) => {
    const removed = required(await removeAnchor(db, id), "TRUST_ANCHOR_NOT_FOUND");
    await recordRemoval(ctx, db, removed);
    if (removed.credentialType !== VICAL_TYPE) return;
    for (const anchor of await removeOfList(db, removed.fingerprint)) await recordRemoval(ctx, db, anchor);
  });
  forgetSeen(ctx);
  return { id };
};

/** The list that anchors came in, if any. */
type AnchorList = ListIssue & { listProvider: string | null };
const NO_LIST: AnchorList = {
  listProvider: null,
  listDate: null,
  listIssueId: null,
  listNextUpdate: null,
  listDigest: null,
};

const saveOne = async (ctx: Ctx, db: Db, anchor: TrustAnchor, list: AnchorList): Promise<AnchorView> => {
  const { credentialType, label, ekus, vouchesFor, source, certificate, validity } = anchor;
  // Whatever its source: a stored anchor counts for every tenant.
  if (isTestIssuer(anchor)) {
    throw invalid("content", "this is the test issuer, whose private key is public, so it is never trusted");
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
  const changes = { credentialType, label, fingerprint, source };
  await recordAudit(ctx, db, { tenantId: null, action: "trust_anchor.import", target, changes });
  return anchorView(row, now);
};

/** Stores anchors with their audit entries, in the caller's transaction. */
export const saveAnchorsIn = async (
  ctx: Ctx,
  db: Db,
  anchors: readonly TrustAnchor[],
  list: AnchorList = NO_LIST,
): Promise<AnchorView[]> => {
  const saved: AnchorView[] = [];
  for (const anchor of anchors) saved.push(await saveOne(ctx, db, anchor, list));
  return saved;
};

/** Stores anchors with their audit entries, all or none. */
export const saveAnchors = async (ctx: Ctx, anchors: readonly TrustAnchor[]): Promise<AnchorView[]> => {
  const saved = await inTransaction(ctx.deps.db, (db) => saveAnchorsIn(ctx, db, anchors));
  forgetSeen(ctx);
  return saved;
};

/** Why the content of an import was refused. */
export const contentRefused = (code: WalletCode): ServiceError => invalid("content", WALLET_CODES[code]);
