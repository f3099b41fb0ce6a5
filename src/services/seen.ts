import { isDeepStrictEqual } from "node:util";
import { timeText } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import type { Db } from "#data/service/client.ts";
import { lastChangesOf, namesOf } from "#data/tenants/audit.ts";
import { actorName, idOfActor } from "./actor.ts";
import type { MemberCtx } from "./context.ts";
import { markOf } from "./sealing.ts";

// What is saved says what it was based on: the fields that were changed, and what their author had seen there. Other fields
// stay as they are, so that two people can have one form open.

type Values = Readonly<Record<string, unknown>>;

type Replacing = {
  /** The stored values, read in the transaction that writes, with the row locked. */
  stored: Values;
  /** The new values. Those that are absent stay, whatever was seen there. */
  given: Values;
  /** The values that the change was made from; absent: a program that compares nothing. */
  seen: Values | undefined;
  /** What is changed, such as "this gate". */
  what: string;
  /** Its id, as in the audit trail; null: it is the member’s own, and the trail does not know it. */
  target: string | null;
  /** What the trail calls a field, where it has another name. */
  told?: Readonly<Record<string, string>>;
};

/** The person who changes it, and the tenant. */
type Whose = Pick<MemberCtx, "actor"> & { tenant: { id: string } };

/** What replaces a secret, as `given`: no secret that was stored or seen has this mark. */
export const ANOTHER = "another";

/** Of other lists the order does not count. */
const IN_ORDER: readonly string[] = ["methods"];

const plain = (name: string, value: unknown): unknown =>
  Array.isArray(value) && !IN_ORDER.includes(name)
    ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1))
    : value;

const isSame = (name: string, one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(name, one), plain(name, other));

/** The fields that were neither as seen nor as given: saving them would undo what their author has not seen. */
const undone = ({ stored, given, seen = {} }: Replacing): string[] =>
  Object.keys(seen).filter(
    (name) =>
      seen[name] !== undefined &&
      given[name] !== undefined &&
      !isSame(name, stored[name], seen[name]) &&
      !isSame(name, stored[name], given[name]),
  );

const WORDS: Readonly<Record<string, string>> = {
  certificateId: "certificate",
  complaintUrl: "address for complaints",
  hint: "token",
  hostId: "choice",
  keysMark: "keys",
  minAcr: "minimum assurance",
  numbersPublished: "publication of the numbers",
  overrides: "limits and prices",
  practiceContact: "contact",
  practicePublished: "publication",
  rulesOff: "rules",
  secretMark: "secret",
  supportUrl: "help address",
  url: "address",
};

// `openPaths` → `open paths`
const wordOf = (name: string): string =>
  WORDS[name] ?? name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

const UNNAMED = "Someone else";

/** The name of an actor of the trail, for a member of the tenant; an operator also sees which of their colleagues it was. */
const whoIs = async (ctx: Whose, db: Db, actor: string): Promise<string> => {
  if (actor === actorName(ctx.actor)) return "You";
  const isOperators = /^(admin|operator)(:|$)/.test(actor);
  if (isOperators && ctx.actor.kind !== "operator") return "The operator of this service";
  if (actor.startsWith("admin")) return "An admin key";
  if (actor.startsWith("directory:")) return "The directory";
  const id = idOfActor(actor);
  const name = id === null ? undefined : (await namesOf(db, ctx.tenant.id, [id])).get(id);
  if (name === undefined) return UNNAMED;
  return actor.startsWith("tenant:") ? `The API key ${name}` : name;
};

type Change = {
  field: string;
  /** Unique for each author. */
  actor: string;
  /** Such as “Ada”, and “ in another window” where they are the same person. */
  who: string;
  where: string;
  at: Date | null;
};

/** The last change of each of these fields, as far as the audit trail knows. */
const lastChanges = async (
  ctx: Whose,
  db: Db,
  { target, told = {} }: Replacing,
  fields: readonly string[],
): Promise<Change[]> => {
  const inTrail = (field: string): string => told[field] ?? field;
  const found = target === null ? null : await lastChangesOf(db, ctx.tenant.id, target, fields.map(inTrail));
  const unrecorded = found === null ? "You" : UNNAMED;
  const changes: Change[] = [];
  for (const field of fields) {
    const last = found?.get(inTrail(field));
    const who = last === undefined ? unrecorded : await whoIs(ctx, db, last.actor);
    const where = who === "You" ? " in another window" : "";
    changes.push({ field, who, where, actor: last?.actor ?? "", at: last?.createdAt ?? null });
  }
  return changes;
};

/** The author of all of them, and when they changed the last one; null: there are several. */
const onlyAuthor = (changes: readonly Change[]): Change | null => {
  const [newest = null] = changes.toSorted((a, b) => Number(b.at) - Number(a.at));
  return newest !== null && changes.every(({ actor }) => actor === newest.actor) ? newest : null;
};

/**
 * Refuses to replace what its author has not seen: of two members with one form open, the second does not undo the first in
 * silence. A field that only one of them changed is not a conflict. Called in the transaction that writes, with the row locked.
 * @throws CONFLICT, which names each such field in `issues`, who changed it last and when, as far as the audit trail knows;
 *   then nothing was written
 */
export const requireAsSeen = async (ctx: Whose, db: Db, replacing: Replacing): Promise<void> => {
  const fields = undone(replacing);
  if (fields.length === 0) return;
  const changes = await lastChanges(ctx, db, replacing, fields);
  const names = new Intl.ListFormat("en-GB").format(fields.map(wordOf));
  const one = onlyAuthor(changes);
  const when = one?.at ? ` on ${timeText(one.at)}` : "";
  const changed = `${one?.who ?? "Several people"} changed the ${names} of ${replacing.what}${one?.where ?? ""}${when}`;
  throw new ServiceError("CONFLICT", `${changed}, after you began. Nothing was saved.`, {
    issues: changes.map(({ field, who, where }) => ({
      path: field,
      message: `${who} changed this${where} after you began.`,
    })),
  });
};

/**
 * Compares a secret that is rotated: of two members who do so, the second would end early what the first has left valid,
 * or what the first has just given to a server.
 * @param current the secret in use, sealed
 */
export const requireSecretAsSeen = (
  ctx: Whose,
  db: Db,
  current: string,
  replacing: Pick<Replacing, "seen" | "what" | "target">,
): Promise<void> => {
  const values = { stored: { secretMark: markOf(current) }, given: { secretMark: ANOTHER } };
  return requireAsSeen(ctx, db, { ...replacing, ...values, told: { secretMark: "overlapHours" } });
};
