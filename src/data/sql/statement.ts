import type { Pool } from "pg";
import type { Disclosure } from "#core/age-over.ts";
import type { PlanName } from "#core/billing/plan.ts";
import type { AnyEventName } from "#core/event.ts";
import type { OidcAuthMethod, OidcTokenAlg, OidcUnderAge } from "#core/oidc/age-request.ts";
import type { ReturnWith, WalletProofs } from "#core/tenant.ts";
import type { Mode, VerificationStatus } from "#core/verification.ts";

/** Runs `work`, which asks the database under this name. It learns neither text nor values. */
export type Observe = <Out>(
  kind: "statement" | "prisma",
  name: string,
  work: () => Promise<Out>,
) => Promise<Out>;

/** What statements are sent on: the pool below Prisma, or one of its transactions (`asOneTransaction`). */
export type Pooled = {
  readonly pool: Pool;
  /** Only while there is telemetry. */
  readonly observe?: Observe | undefined;
};

/** What a parameter or a column can hold, and the type that node-postgres takes and returns for it. */
type Kinds = {
  text: string;
  texts: string[];
  int: number;
  ints: number[];
  /** The value of a `limit`. */
  rows: number;
  double: number;
  boolean: boolean;
  time: Date;
  bytes: Uint8Array;
  mode: Mode;
  disclosure: Disclosure;
  plan: PlanName;
  returnWith: ReturnWith;
  walletProofs: WalletProofs;
  status: VerificationStatus;
  event: AnyEventName;
  oidcAuthMethod: OidcAuthMethod;
  oidcTokenAlg: OidcTokenAlg;
  oidcUnderAge: OidcUnderAge;
  json: unknown;
  /** Written as text: a row of JSON, or a day. */
  jsonText: string;
  day: string;
  /** For a function that returns nothing. */
  nothing: string;
};

/** PostgreSQL's type for each; a test compares it with what the server reports for every statement. */
const POSTGRES_TYPES: Readonly<Record<keyof Kinds, string>> = {
  text: "text",
  texts: "text[]",
  int: "integer",
  ints: "integer[]",
  rows: "bigint",
  double: "double precision",
  boolean: "boolean",
  time: "timestamp with time zone",
  bytes: "bytea",
  mode: "mode",
  disclosure: "disclosure",
  plan: "plan",
  returnWith: "return_with",
  walletProofs: "wallet_proofs",
  status: "verification_status",
  event: "text",
  oidcAuthMethod: "oidc_auth_method",
  oidcTokenAlg: "oidc_token_alg",
  oidcUnderAge: "oidc_under_age",
  json: "jsonb",
  jsonText: "jsonb",
  day: "date",
  nothing: "void",
};

/** With "?": may be null. */
export type Kind = keyof Kinds | `${keyof Kinds}?`;

/** The PostgreSQL type of a parameter or a column. */
export const postgresTypeOf = (kind: Kind): string =>
  Object.entries(POSTGRES_TYPES).find(([name]) => name === kind.replace("?", ""))?.[1] ?? "";

type Value<K extends Kind> = K extends `${infer Name extends keyof Kinds}?`
  ? Kinds[Name] | null
  : K extends keyof Kinds
    ? Kinds[K]
    : never;

/** Columns or fields by their names in TypeScript. */
export type Columns = Readonly<Record<string, Kind>>;

/** The values of such columns, as TypeScript sees them. */
export type Fields<C extends Columns> = { -readonly [Name in keyof C]: Value<C[Name]> };

/**
 * SQL that is prepared once per connection under its name, with the types of its parameters and its columns.
 */
export type Statement<
  Parameters extends readonly Kind[] = readonly Kind[],
  Answer extends Columns = Columns,
> = {
  readonly name: string;
  readonly text: string;
  /** The kinds of $1, $2, …, in order. */
  readonly parameters: Parameters;
  readonly columns: Answer;
};

/** A row of the statement's answer. */
export type RowOf<S extends Statement> = Fields<S["columns"]>;

type Unchanged<Sent> = Sent extends readonly (infer Item)[] ? readonly Item[] : Sent;

export type ValuesOf<Parameters extends readonly Kind[]> = {
  [Index in keyof Parameters]: Unchanged<Value<Parameters[Index]>>;
};

export const statement = <const Parameters extends readonly Kind[], const Answer extends Columns>(
  definition: Statement<Parameters, Answer>,
): Statement<Parameters, Answer> => definition;

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

/** Selects columns of a table under their names in TypeScript. */
export const columnsOf = (table: string, columns: object): string =>
  Object.keys(columns)
    .map((name) => `${table}.${snakeCase(name)} as "${name}"`)
    .join(", ");

/** Bytes as PostgreSQL reads them in a text. */
export const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;

/**
 * Runs a statement on the pool below Prisma; within `asOneTransaction`, in that transaction. Telemetry learns
 * its name.
 * @returns its rows
 */
export const run = async <Parameters extends readonly Kind[], Answer extends Columns>(
  { pool, observe }: Pooled,
  { name, text }: Statement<Parameters, Answer>,
  values: ValuesOf<Parameters>,
): Promise<Fields<Answer>[]> => {
  const ask = () => pool.query<Fields<Answer>>({ name, text, values: [...values] });
  const { rows } = await (observe ? observe("statement", name, ask) : ask());
  return rows;
};

/** Runs a statement that returns at most one row. Null: no row. */
export const runForOne = async <Parameters extends readonly Kind[], Answer extends Columns>(
  database: Pooled,
  prepared: Statement<Parameters, Answer>,
  values: ValuesOf<Parameters>,
): Promise<Fields<Answer> | null> => (await run(database, prepared, values))[0] ?? null;
