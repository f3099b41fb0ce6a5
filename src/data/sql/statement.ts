import type { Disclosure } from "#core/age-over.ts";
import type { PlanName } from "#core/billing/plan.ts";
import type { EventName } from "#core/event.ts";
import type { OidcAuthMethod, OidcTokenAlg, OidcUnderAge } from "#core/oidc/age-request.ts";
import type { ReturnWith } from "#core/tenant.ts";
import type { Mode, VerificationStatus } from "#core/verification.ts";
import type { Database } from "#data/service/client.ts";

/** What a parameter or a column can hold, and as what it comes from and goes to node-postgres. */
type Kinds = {
  text: string;
  texts: string[];
  int: number;
  ints: number[];
  /** Of `limit`. */
  rows: number;
  double: number;
  boolean: boolean;
  time: Date;
  bytes: Uint8Array;
  mode: Mode;
  disclosure: Disclosure;
  plan: PlanName;
  returnWith: ReturnWith;
  status: VerificationStatus;
  event: EventName;
  oidcAuthMethod: OidcAuthMethod;
  oidcTokenAlg: OidcTokenAlg;
  oidcUnderAge: OidcUnderAge;
  json: unknown;
  /** Written as text: a row of JSON, or a day. */
  jsonText: string;
  day: string;
  /** Of a function that returns nothing. */
  nothing: string;
};

/** The type that PostgreSQL has for each; a test compares it with what the server says of every statement. */
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

/** The type that a parameter or a column has in PostgreSQL. */
export const postgresTypeOf = (kind: Kind): string =>
  Object.entries(POSTGRES_TYPES).find(([name]) => name === kind.replace("?", ""))?.[1] ?? "";

type Value<K extends Kind> = K extends `${infer Name extends keyof Kinds}?`
  ? Kinds[Name] | null
  : K extends keyof Kinds
    ? Kinds[K]
    : never;

/** SQL that is prepared once per connection under its name, with the types of what goes in and comes out. */
export type Statement<
  Parameters extends readonly Kind[] = readonly Kind[],
  Columns extends Readonly<Record<string, Kind>> = Readonly<Record<string, Kind>>,
> = {
  readonly name: string;
  readonly text: string;
  /** Of $1, $2, …, in their order. */
  readonly parameters: Parameters;
  readonly columns: Columns;
};

/** A row of the statement's answer, as TypeScript sees it. */
export type RowOf<S extends Statement> = {
  -readonly [Name in keyof S["columns"]]: Value<S["columns"][Name]>;
};

export type ValuesOf<Parameters extends readonly Kind[]> = {
  [Index in keyof Parameters]: Readonly<Value<Parameters[Index]>>;
};

export const statement = <
  const Parameters extends readonly Kind[],
  const Columns extends Readonly<Record<string, Kind>>,
>(
  definition: Statement<Parameters, Columns>,
): Statement<Parameters, Columns> => definition;

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

/** Selects columns of a table under their names in TypeScript. */
export const columnsOf = (table: string, columns: object): string =>
  Object.keys(columns)
    .map((name) => `${table}.${snakeCase(name)} as "${name}"`)
    .join(", ");

/** As PostgreSQL reads bytes in a text. */
export const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;

/**
 * Runs a statement on the pool below Prisma; within `asOneTransaction`, in that one. Telemetry learns its name.
 * @returns its rows
 */
export const run = async <Parameters extends readonly Kind[], Columns extends Readonly<Record<string, Kind>>>(
  { pool, observe }: Pick<Database, "pool" | "observe">,
  { name, text }: Statement<Parameters, Columns>,
  values: ValuesOf<Parameters>,
): Promise<RowOf<Statement<Parameters, Columns>>[]> => {
  const ask = () => pool.query<RowOf<Statement<Parameters, Columns>>>({ name, text, values: [...values] });
  const { rows } = await (observe ? observe("statement", name, ask) : ask());
  return rows;
};

/** Runs a statement that answers with one row at most. Null: with none. */
export const runForOne = async <
  Parameters extends readonly Kind[],
  Columns extends Readonly<Record<string, Kind>>,
>(
  database: Pick<Database, "pool" | "observe">,
  prepared: Statement<Parameters, Columns>,
  values: ValuesOf<Parameters>,
): Promise<RowOf<Statement<Parameters, Columns>> | null> =>
  (await run(database, prepared, values))[0] ?? null;
