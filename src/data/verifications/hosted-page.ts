import type { QueryConfig } from "pg";
import type { Handoff } from "#core/handoff.ts";
import type { Verification } from "#core/verification.ts";
import type { Database } from "#data/service/client.ts";
import { VERIFICATION_COLUMNS } from "./verifications.ts";

/** What a hosted page needs to know of its tenant: how it is shown, and the rules of a check. */
export type PageTenant = {
  name: string;
  displayName: string | null;
  brandColour: string | null;
  supportUrl: string | null;
  /** Hosts that callback_url may name, and whose pages may embed the hosted page. */
  callbackHosts: string[];
  acceptVisas: boolean;
  /** How long a document's keyed hash is kept; null: none is. */
  documentReuseDays: number | null;
  /** A document that decided this many verifications before is flagged. */
  documentReuseLimit: number;
  tokenTtlSeconds: number;
};

/** One address of a verification's hosted page: the one that the tenant got, or the one of a phone that took over. */
export type Page = {
  verification: Verification;
  device: "first" | "phone";
  /** The hand-off that counts now; for a phone its own, also after it was taken back. */
  handoff: Handoff | null;
  tenant: PageTenant;
  /** How many wallets' answers to links and codes proved nothing, declined ones among them. */
  fruitlessAnswers: number;
  /** The tenant's PNG; null where it was not asked for, too. */
  logo: Uint8Array | null;
};

type HandoffColumns =
  | { handoffId: null }
  | {
      handoffId: string;
      handoffFrom: Date;
      handoffUntil: Date;
      handoffOpenedAt: Date | null;
      handoffEndedAt: Date | null;
    };

type Row = Verification & PageTenant & Pick<Page, "device" | "fruitlessAnswers" | "logo"> & HandoffColumns;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ofVerification = Object.keys(VERIFICATION_COLUMNS)
  .map((name) => `v.${snakeCase(name)} as "${name}"`)
  .join(", ");

/** @param asked gives `verification_id` and, for a phone, `handoff_id`; $2 says whether the logo is wanted */
const textFor = (asked: string): string => `with asked as (${asked})
  select ${ofVerification},
    case when asked.handoff_id is null then 'first' else 'phone' end as device,
    t.name, t.display_name as "displayName", t.brand_colour as "brandColour", t.support_url as "supportUrl",
    t.callback_hosts as "callbackHosts", t.accept_visas as "acceptVisas", t.document_reuse_days as "documentReuseDays",
    t.document_reuse_limit as "documentReuseLimit", t.token_ttl_seconds as "tokenTtlSeconds",
    case when $2 then t.logo end as logo,
    h.id as "handoffId", h.created_at as "handoffFrom", h.expires_at as "handoffUntil",
    h.opened_at as "handoffOpenedAt", h.ended_at as "handoffEndedAt",
    (select coalesce(sum(w.attempts) + count(w.declined_at), 0)::int from wallet_transaction w
      where w.verification_id = v.id and w.channel in ('qr', 'link')) as "fruitlessAnswers"
  from asked join verification v on v.id = asked.verification_id join tenant t on t.id = v.tenant_id
    left join lateral (select * from handoff where verification_id = v.id
      and case when asked.handoff_id is null then ended_at is null else id = asked.handoff_id end
      order by id desc limit 1) h on true`;

// Hot: each request of a hosted page begins with this one statement, and reads nothing of it again.
const FIND = {
  name: "hosted_page",
  text: textFor(`select id as verification_id, null as handoff_id from verification where secret_hash = $1
    union all select verification_id, id from handoff where phone_secret_hash = $1`),
};

const FIND_OF = {
  name: "hosted_page_of",
  text: textFor(
    "select id as verification_id, null::text as handoff_id from verification where id = $1 and tenant_id = $3",
  ),
};

const handoffOf = ({ id: verificationId, tenantId, ...row }: Row): Handoff | null =>
  row.handoffId === null
    ? null
    : {
        id: row.handoffId,
        verificationId,
        tenantId,
        createdAt: row.handoffFrom,
        expiresAt: row.handoffUntil,
        openedAt: row.handoffOpenedAt,
        endedAt: row.handoffEndedAt,
      };

const findOne = async (database: Database, statement: QueryConfig): Promise<Page | null> => {
  const { rows } = await database.pool.query<Row>(statement);
  const [row] = rows;
  if (!row) return null;
  const { device, fruitlessAnswers, logo } = row;
  // The row is the verification and the tenant in one: no name of a column is in both.
  return { verification: row, tenant: row, device, handoff: handoffOf(row), fruitlessAnswers, logo };
};

/**
 * The page with this secret, its verification and its tenant; null for an unknown one.
 * @param withLogo only a page that is drawn needs up to 64 KiB of picture
 */
export const findPage = (
  database: Database,
  secretHash: Uint8Array,
  { withLogo }: { withLogo: boolean },
): Promise<Page | null> => findOne(database, { ...FIND, values: [secretHash, withLogo] });

/** The first device's page of a verification; null means absent or not this tenant's. */
export const findPageOf = (
  database: Database,
  tenantId: string,
  verificationId: string,
): Promise<Page | null> => findOne(database, { ...FIND_OF, values: [verificationId, false, tenantId] });
