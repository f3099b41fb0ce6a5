import type { Database } from "./client.ts";

// Every column that SECRETS_KEY seals, and the hashes that can be recomputed from the sealed text beside
// them. A test compares both lists with prisma/schema.prisma. The test word of secret_check is replaced last:
// services/reseal.ts.

type KeyValue = string | Uint8Array;

type Column = {
  readonly table: string;
  readonly column: string;
  /** The columns of the primary key, in its order. */
  readonly key: Readonly<Record<string, "text" | "bytea">>;
  readonly type: "text" | "jsonb" | "bytea";
};

const BY_ID = { id: "text" } as const;

const sealed = <Name extends string>(name: Name, table: string, column: string, key: Column["key"] = BY_ID) =>
  ({ name, table, column, key, type: "text" }) as const;
const hashed = <Name extends string>(name: Name, table: string, column: string, sealedAs: string) =>
  ({ name, table, column, sealedAs, key: BY_ID, type: "bytea" }) as const;

export const SEALED_COLUMNS = [
  sealed("ownerEmail", "tenant", "owner_email_sealed"),
  sealed("apiKey", "api_key", "sealed"),
  sealed("memberEmail", "member", "email_sealed"),
  sealed("invitationEmail", "invitation", "email_sealed"),
  sealed("mailAddress", "mail", "address_sealed"),
  sealed("mailContent", "mail", "content_sealed"),
  sealed("grant", "console_session", "grant_sealed"),
  sealed("webhookSecret", "webhook_endpoint", "secret_sealed"),
  sealed("webhookSecret", "webhook_endpoint", "previous_secret_sealed"),
  // An array of `{ sealed, until }`.
  { name: "webhookSecret", table: "webhook_endpoint", column: "older_secrets", key: BY_ID, type: "jsonb" },
  sealed("listenerSecret", "listener", "secret_sealed"),
  sealed("oidcSecret", "oidc_client", "secret_sealed"),
  sealed("oidcSecret", "oidc_client", "previous_secret_sealed"),
  sealed("gateSecret", "gate", "secret_sealed"),
  sealed("gateSecret", "gate", "previous_secret_sealed"),
  sealed("oidcKey", "oidc_key", "key_sealed"),
  sealed("oidcArtifact", "oidc_artifact", "payload_sealed", { id_hash: "bytea" }),
  sealed("expectations", "wallet_transaction", "expectations_sealed"),
  sealed("providerCredential", "identity_provider", "credential_sealed"),
  sealed("identityRequest", "identity_request", "kept_sealed", { state_hash: "bytea" }),
  sealed("vendorCredential", "vendor", "credential_sealed"),
  sealed("vendorSession", "vendor_session", "kept_sealed"),
  sealed("erasureKey", "erasure_key", "key_sealed"),
  sealed("practiceKey", "practice_key", "key_sealed"),
  sealed("erasureSalt", "erasure_receipt", "salt_sealed"),
  sealed("walletSigner", "wallet_certificate", "signer_sealed"),
  sealed("readerSigner", "reader_certificate", "signer_sealed"),
  sealed("registrarSigner", "registrar_certificate", "signer_sealed"),
  sealed("answer", "idempotency_record", "answer", { scope: "text", key_hash: "bytea" }),
] as const satisfies readonly (Column & { name: string })[];

export type SealedColumn = (typeof SEALED_COLUMNS)[number];

/** Each with the column that holds the sealed text that it is the hash of. */
export const REHASHED_COLUMNS = [
  hashed("apiKey", "api_key", "hash", "sealed"),
  hashed("memberEmail", "member", "email_hash", "email_sealed"),
  hashed("invitationEmail", "invitation", "email_hash", "email_sealed"),
] as const satisfies readonly (Column & { name: string; sealedAs: string })[];

export type RehashedColumn = (typeof REHASHED_COLUMNS)[number];

export type RowKey = readonly KeyValue[];

type Read = { key: RowKey; value: string; hash?: Uint8Array<ArrayBuffer> };

const keyList = ({ key }: Column, of: string): string =>
  Object.keys(key)
    .map((name) => `${of}.${name}`)
    .join(", ");

/** The condition for rows after `after`; its parameters begin at $3. */
const behind = (column: Column, after: RowKey | null): string => {
  if (!after) return "true";
  const given = Object.values(column.key).map((type, i) => `$${i + 3}::${type}`);
  return `(${keyList(column, "t")}) > (${given.join(", ")})`;
};

const isUnderAnotherKey = ({ column, type }: Column): string =>
  type === "jsonb"
    ? `exists (select from jsonb_array_elements(t.${column}) o where not starts_with(o ->> 'sealed', $1))`
    : `t.${column} <> '' and not starts_with(t.${column}, $1)`;

const toRow = (column: Column, row: Record<string, unknown>): Read => ({
  key: Object.keys(column.key).map((name) => {
    const part = row[name];
    return part instanceof Uint8Array ? part : String(part);
  }),
  value: String(row.value),
  ...(row.hash instanceof Uint8Array ? { hash: new Uint8Array(row.hash) } : {}),
});

/**
 * A page of texts that do not name the current key, by primary key.
 * @param prefix how texts that do name it begin
 */
export const pageOfSealed = async (
  { pool }: Pick<Database, "pool">,
  column: SealedColumn,
  { prefix, after, limit }: { prefix: string; after: RowKey | null; limit: number },
): Promise<Read[]> => {
  const { rows } = await pool.query(
    `select ${keyList(column, "t")}, t.${column.column}::text as value from ${column.table} t
     where ${isUnderAnotherKey(column)} and ${behind(column, after)} order by ${keyList(column, "t")} limit $2`,
    [prefix, limit, ...(after ?? [])],
  );
  return rows.map((row) => toRow(column, row));
};

/** A page of hashes, by primary key, with the sealed texts beside them. */
export const pageOfHashes = async (
  { pool }: Pick<Database, "pool">,
  column: RehashedColumn,
  { after, limit }: { after: RowKey | null; limit: number },
): Promise<Read[]> => {
  const { rows } = await pool.query(
    `select ${keyList(column, "t")}, t.${column.column} as hash, t.${column.sealedAs} as value
     from ${column.table} t
     where t.${column.column} is not null and t.${column.sealedAs} <> $1 and ${behind(column, after)}
     order by ${keyList(column, "t")} limit $2`,
    ["", limit, ...(after ?? [])],
  );
  return rows.map((row) => toRow(column, row));
};

export type Swap<Value> = { key: RowKey; from: Value; to: Value };

/**
 * Writes new values where the old ones still stand. It waits for no lock: a row that the service holds at the
 * moment, or has changed in the meantime, is left for another pass.
 * @returns how many were written
 */
export const swapValues = async (
  { pool }: Pick<Database, "pool">,
  column: Column,
  swaps: readonly Swap<string | Uint8Array>[],
): Promise<number> => {
  if (swaps.length === 0) return 0;
  const names = Object.keys(column.key);
  const sent = column.type === "bytea" ? "bytea" : "text";
  const types = [...Object.values(column.key), sent, sent];
  const given = types.map((type, i) => `$${i + 1}::${type}[]`).join(", ");
  const cast = column.type === "jsonb" ? "::jsonb" : "";
  const isSame = `${names.map((name) => `t.${name} = f.${name}`).join(" and ")} and t.${column.column} = f.old${cast}`;
  const isMine = names.map((name) => `t.${name} = m.${name}`).join(" and ");
  const { rowCount } = await pool.query(
    `with fresh as (select * from unnest(${given}) as f(${names.join(", ")}, old, fresh)),
     mine as (select ${keyList(column, "t")} from ${column.table} t join fresh f on ${isSame}
       order by ${keyList(column, "t")} for update of t skip locked)
     update ${column.table} t set ${column.column} = f.fresh${cast} from fresh f, mine m
     where ${isSame} and ${isMine}`,
    [
      ...names.map((_, i) => swaps.map(({ key }) => key[i])),
      swaps.map(({ from }) => from),
      swaps.map(({ to }) => to),
    ],
  );
  return rowCount ?? 0;
};
