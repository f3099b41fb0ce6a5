import { EU_AGE_VERIFICATION, WALLET_CODES } from "@lintel/wallet-verifier";
import {
  ANCHOR_TYPES,
  anchorFrom,
  type EuListEntry,
  mayAnchor,
  readEuList,
  readPemAnchors,
  readVical,
  usualEkus,
  VICAL_TYPE,
  type Vical,
} from "@lintel/wallet-verifier/anchors";
import { fingerprintOf } from "@lintel/wallet-verifier/certificates";
import type { TrustImport } from "#contracts/public/trust.ts";
import { invalid, unreachable } from "#core/errors.ts";
import { inTransaction } from "#data/service/client.ts";
import { type AnchorRow, lockPin, noteList, removeOfList } from "#data/service/trust-anchors.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx } from "#services/context.ts";
import {
  type AnchorView,
  contentRefused,
  endOfGrace,
  forgetSeen,
  LIST_GRACE_DAYS,
  pinnedProviders,
  recordRemoval,
  saveAnchors,
  saveAnchorsIn,
} from "./anchors.ts";

type Import<Format extends TrustImport["format"]> = Extract<TrustImport, { format: Format }>;

/** ETSI TS 119 612 §5.5.1: the services in a list that issue proofs of age. */
const SERVICE_TYPE = "PAA";
/** §5.5.4: the only state in which the list vouches for a service. */
const IN_USE = "granted";

/** Why a service cannot be trusted; null: it can. */
const entryRefusal = ({ serviceType, status }: EuListEntry): string | null => {
  if (serviceType !== SERVICE_TYPE) {
    return `expected a service of the type ${SERVICE_TYPE}, but the list calls this one ${serviceType || "nothing"}`;
  }
  return status === IN_USE ? null : `the list calls this service ${status || "nothing"}, not granted`;
};

/** An entry to compare and confirm. */
export type AnchorCandidate = Omit<EuListEntry, "certificate"> & {
  subject: string;
  validFrom: Date;
  validUntil: Date;
};

const toCandidate = ({ certificate, ...entry }: EuListEntry): AnchorCandidate => ({
  ...entry,
  subject: certificate.x509.subject.replaceAll("\n", ", "),
  validFrom: certificate.notBefore,
  validUntil: certificate.notAfter,
});

/**
 * Shows the entries of the EU trusted list for age verification, and trusts the confirmed ones.
 * @throws INVALID_REQUEST_BODY: unreadable, or without a confirmed fingerprint; then nothing was stored
 */
const importEuList = async (ctx: Ctx, { content, confirm = [] }: Import<"eu_trusted_list">) => {
  const read = readEuList(content);
  if (!read.ok) throw contentRefused(read.code);
  const { entries, skipped } = read.value;
  const confirmed = confirm.map((fingerprint, index) => {
    // One certificate can belong to several services: any trusted one suffices.
    const named = entries.filter((candidate) => candidate.fingerprint === fingerprint.toLowerCase());
    const entry = named.find((candidate) => entryRefusal(candidate) === null) ?? named[0];
    if (!entry) throw invalid(`confirm.${index}`, "the list has no certificate with this fingerprint");
    const refusal = entryRefusal(entry);
    if (refusal !== null) throw invalid(`confirm.${index}`, refusal);
    if (!mayAnchor(entry.certificate)) throw invalid(`confirm.${index}`, WALLET_CODES.anchor_refused);
    const { type: credentialType } = EU_AGE_VERIFICATION;
    return anchorFrom(entry.certificate, { credentialType, source: "eu_trusted_list", label: entry.service });
  });
  const anchors = confirmed.length > 0 ? await saveAnchors(ctx, confirmed) : [];
  return { anchors, candidates: entries.map(toCandidate), skipped };
};

// An unknown or misspelt type would never count.
const checkKnown = (path: string, types: readonly string[], known: readonly string[]): void => {
  const at = types.findIndex((type) => !known.includes(type));
  if (at >= 0) throw invalid(`${path}.${at}`, `expected one of ${known.join(", ")}`);
};

const ekusOf = ({ eku, ekus }: Import<"pem">): { ekus?: string[] } => {
  if (ekus === undefined) return eku === undefined ? {} : { ekus: eku === null ? [] : [eku] };
  if (eku !== undefined) throw invalid("ekus", "expected eku or ekus, not both");
  return { ekus };
};

/** Types that this deployment requests beyond those that all deployments know (WALLET_OWN_CREDENTIALS). */
const ownTypes = ({ deps: { wallet } }: Ctx): string[] =>
  wallet.types.map(({ type }) => type).filter((type) => !ANCHOR_TYPES.includes(type));

/**
 * Trusts the certificates of a PEM text for these credential types.
 * @throws INVALID_REQUEST_BODY: one is unreadable, cannot be an anchor or is the test issuer's, or a type is
 *   unknown; or one without usual signers' usages comes without any; then nothing was stored
 */
const importPem = async (ctx: Ctx, input: Import<"pem">): Promise<AnchorView[]> => {
  const { content, credentialTypes, label, vouchesFor } = input;
  checkKnown("credentialTypes", credentialTypes, [...ANCHOR_TYPES, ...ownTypes(ctx)]);
  const unruled = credentialTypes.find((type) => usualEkus(type).length === 0);
  if (input.eku === undefined && input.ekus === undefined && unruled !== undefined) {
    throw invalid("eku", `expected one, or null for none: there is no usual one for ${unruled}`);
  }
  if (vouchesFor !== undefined) {
    if (credentialTypes.some((type) => type !== VICAL_TYPE)) {
      throw invalid("vouchesFor", `expected it for the type ${VICAL_TYPE} alone`);
    }
    checkKnown(
      "vouchesFor",
      vouchesFor,
      ANCHOR_TYPES.filter((type) => type !== VICAL_TYPE),
    );
  }
  const anchors = credentialTypes.flatMap((credentialType) => {
    const read = readPemAnchors(content, {
      credentialType,
      ...ekusOf(input),
      ...(label === undefined ? {} : { label }),
      ...(vouchesFor === undefined ? {} : { vouchesFor }),
    });
    if (!read.ok) throw contentRefused(read.code);
    return read.value;
  });
  return saveAnchors(ctx, anchors);
};

const CLOCK_LEEWAY_MS = 86_400_000;
/** Postgres' bigint. */
const MAX_ISSUE_ID = 2n ** 63n - 1n;

/**
 * Why a list cannot replace the one in use; null: it can. The signed date decides: Annex C requires rising
 * numbers, but AAMVA's are unique and in no order. Only between lists of the same date does the greater
 * number mean the newer one.
 */
const refusalOf = (
  { date, issueId, digest }: Pick<Vical, "date" | "issueId" | "digest">,
  { listDate, listIssueId, listDigest }: AnchorRow,
): string | null => {
  if (!listDate || digest === listDigest) return null;
  const inUse = `the list of ${listDate.toISOString()} that is in use`;
  if (date.getTime() < listDate.getTime()) return `an older list than ${inUse}`;
  if (date.getTime() > listDate.getTime()) return null;
  if (issueId === null || listIssueId === null || issueId === listIssueId) {
    return `another list of the same date as ${inUse}: it is unclear which is newer`;
  }
  return issueId > listIssueId ? null : `a lower number than ${inUse} has, which is ${listIssueId}`;
};

/** The number of the list in use, if the one that replaces it has a lower one, for someone to look into. */
const higherIssueId = ({ issueId }: Pick<Vical, "issueId">, { listIssueId }: AnchorRow): string | null =>
  issueId !== null && listIssueId !== null && issueId < listIssueId ? listIssueId.toString() : null;

const checkDates = ({ date, nextUpdate, issueId }: Vical, now: Date): void => {
  if (date.getTime() > now.getTime() + CLOCK_LEEWAY_MS) {
    throw invalid("content", "the list's date is in the future");
  }
  const end = endOfGrace({ listNextUpdate: nextUpdate });
  if (nextUpdate && end && now.getTime() > end.getTime()) {
    const since = nextUpdate.toISOString();
    throw invalid("content", `the next list was due on ${since}, over ${LIST_GRACE_DAYS} days ago`);
  }
  if (issueId !== null && issueId > MAX_ISSUE_ID) throw invalid("content", "the list's number is too large");
};

/**
 * Trusts the authorities of a list (ISO/IEC 18013-5 Annex C), instead of those of the provider's previous list, for the
 * types of its pin.
 * @throws INVALID_REQUEST_BODY: unreadable, not signed by a pinned provider, or not newer than the current list
 */
const importVical = async (ctx: Ctx, { content }: Import<"vical">) => {
  const bytes = new Uint8Array(Buffer.from(content, "base64"));
  const now = ctx.deps.now();
  const read = readVical(bytes, { pinned: await pinnedProviders(ctx.deps), now });
  if (!read.ok) throw contentRefused(read.code);
  const list = read.value;
  checkDates(list, now);
  // By its signer: the name in the list is not checked.
  const provider = fingerprintOf(list.pin.certificate);
  const issue = {
    listDate: list.date,
    listIssueId: list.issueId,
    listNextUpdate: list.nextUpdate,
    listDigest: list.digest,
  };
  const imported = await inTransaction(ctx.deps.db, async (db) => {
    const pin = await lockPin(db, { credentialType: VICAL_TYPE, fingerprint: provider });
    if (!pin) throw contentRefused("untrusted_issuer");
    const refusal = refusalOf(list, pin);
    if (refusal !== null) throw invalid("content", refusal);
    await noteList(db, pin.id, issue);
    const replacedHigherIssueId = higherIssueId(list, pin);
    await recordAudit(ctx, db, {
      tenantId: null,
      action: "trust_list.import",
      target: pin.id,
      changes: {
        listDate: list.date.toISOString(),
        listIssueId: list.issueId?.toString() ?? null,
        replacedHigherIssueId,
      },
    });
    const named = list.anchors.map(({ credentialType, certificate }) => ({
      credentialType,
      fingerprint: fingerprintOf(certificate),
    }));
    for (const anchor of await removeOfList(db, provider, named)) await recordRemoval(ctx, db, anchor);
    const anchors = await saveAnchorsIn(ctx, db, list.anchors, { listProvider: provider, ...issue });
    return { anchors, skipped: list.skipped, outside: list.outside, replacedHigherIssueId };
  });
  forgetSeen(ctx);
  return imported;
};

type TrustImported = {
  /** Trusted from now on. */
  anchors: AnchorView[];
  /** Entries of a list that must be confirmed first. */
  candidates: AnchorCandidate[];
  /** Entries of a list that are unreadable or cannot be anchors. */
  skipped: number;
  /** Types in a list that its provider is not pinned for. */
  outside: number;
  /** The number of the list that was replaced, if it is higher than that of the list that replaced it. */
  replacedHigherIssueId: string | null;
};

const NO_ENTRIES = { candidates: [], skipped: 0, outside: 0, replacedHigherIssueId: null };

/** @throws INVALID_REQUEST_BODY; then nothing was stored */
export const importTrustAnchors = async (ctx: Ctx, input: TrustImport): Promise<TrustImported> => {
  switch (input.format) {
    case "pem":
      return { ...NO_ENTRIES, anchors: await importPem(ctx, input) };
    case "vical":
      return { ...NO_ENTRIES, ...(await importVical(ctx, input)) };
    case "eu_trusted_list":
      return { ...NO_ENTRIES, ...(await importEuList(ctx, input)) };
    default:
      return unreachable(input);
  }
};
