import type { Handoff } from "#core/handoff.ts";
import type { ShownProvider } from "#core/identity/provider.ts";
import type { History } from "#core/policy/progress.ts";
import type { KeptElsewhere } from "#core/practice/page-facts.ts";
import type { PolicyState, Verification } from "#core/verification.ts";
import type { Tenant } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import {
  historyFromJson,
  keptElsewhereFromJson,
  metadataFromJson,
  providersFromJson,
} from "#data/service/columns.ts";
import { HOSTED_PAGE, HOSTED_PAGE_OF, POLICY_PROGRESS } from "#data/sql/hosted-page.ts";
import { type RowOf, runForOne } from "#data/sql/statement.ts";

/** What a hosted page needs to know about its tenant: how to show it, and the rules of a check. */
export type PageTenant = Pick<
  Tenant,
  "name" | "displayName" | "brandColour" | "supportUrl" | "callbackHosts" | "returnWith"
> &
  Pick<
    Tenant,
    | ("acceptVisas" | "walletProofs" | "documentReuseDays" | "documentReuseLimit" | "tokenTtlSeconds")
    | ("resultRetentionDays" | "complaintUrl")
  >;

/**
 * One address of a verification's hosted page: the one given to the tenant, or the one for a phone that took
 * over.
 */
export type Page = {
  verification: Verification;
  device: "first" | "phone";
  /** The hand-off that counts now; for a phone its own, even after it was taken back. */
  handoff: (Handoff & { codeHash: Uint8Array }) | null;
  tenant: PageTenant;
  /** How many of the wallets' answers to links and codes proved nothing, including declined requests. */
  fruitlessAnswers: number;
  /** How many answers from vendors were taken. */
  vendorAnswers: number;
  /** Empty if no policy applies. */
  history: History;
  /** The tenant's PNG; also null if it was not asked for. */
  logo: Uint8Array | null;
  /** The tenant's switched-on identity providers and vendors that this verification may offer. */
  providers: readonly ShownProvider[];
  /**
   * The trust anchors' version when this was read: an open page asks every few seconds, with one statement.
   */
  trustVersion: bigint;
  /** When the tenant's certificate stops signing requests to wallets; null: it has none. */
  walletCertificateUntil: Date | null;
  /** What is stored beside the verification's row; null: the page is not drawn. */
  keptElsewhere: KeptElsewhere | null;
};

type Row = RowOf<typeof HOSTED_PAGE>;

const handoffOf = (row: Row): Page["handoff"] => {
  const {
    handoffId: id,
    handoffCodeHash: codeHash,
    handoffFrom: createdAt,
    handoffUntil: expiresAt,
    id: verificationId,
    tenantId,
  } = row;
  if (id === null || codeHash === null || createdAt === null || expiresAt === null) return null;
  const { handoffOpenedAt: openedAt, handoffEndedAt: endedAt } = row;
  return { id, codeHash, verificationId, tenantId, createdAt, expiresAt, openedAt, endedAt };
};

const toPage = (row: Row | null): Page | null =>
  row && {
    verification: { ...row, metadata: metadataFromJson(row.metadata) },
    tenant: row,
    device: row.device === "phone" ? "phone" : "first",
    handoff: handoffOf(row),
    fruitlessAnswers: row.fruitlessAnswers,
    vendorAnswers: row.vendorAnswers,
    history: historyFromJson(row.history),
    logo: row.logo,
    providers: providersFromJson(row.providers),
    trustVersion: BigInt(row.trustVersion),
    walletCertificateUntil: row.walletCertificateUntil,
    keptElsewhere: keptElsewhereFromJson(row.keptElsewhere),
  };

/**
 * The page with this secret, its verification and its tenant; null if the secret is unknown.
 * @param withLogo only a page that is drawn needs the image of up to 64 KiB, and what it says about data
 */
export const findPage = async (
  database: Database,
  secretHash: Uint8Array,
  { withLogo }: { withLogo: boolean },
): Promise<Page | null> => toPage(await runForOne(database, HOSTED_PAGE, [secretHash, withLogo]));

/** The first device's page of a verification; null means absent or not this tenant's. */
export const findPageOf = async (database: Database, tenantId: string, verificationId: string) =>
  toPage(await runForOne(database, HOSTED_PAGE_OF, [verificationId, false, tenantId]));

type Progress = Pick<PolicyState, "othersAskedAt" | "closedMethods"> & { history: History };

/** The present progress of a verification under its policy, even within a transaction that holds it. */
export const findProgress = async (db: Db, verificationId: string): Promise<Progress | null> => {
  // A Prisma transaction has its own connection, so the statement runs on it: the pool would not see its
  // changes.
  const [row] = await db.$queryRawUnsafe<RowOf<typeof POLICY_PROGRESS>[]>(
    POLICY_PROGRESS.text,
    verificationId,
  );
  return row ? { ...row, history: historyFromJson(row.history) } : null;
};
