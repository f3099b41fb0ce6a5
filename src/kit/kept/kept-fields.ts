// What is kept of a form until it is saved, field by field. The tab's storage lies on the computer in the clear: a form lists what may
// be kept, which is neither a secret nor a key, and of addresses only those that the form itself saves.

/** Reads a kept value back; undefined: it is not a value of this field. */
type Read<Value> = (kept: unknown) => Value | undefined;

type ReadEach<Values> = { readonly [Name in keyof Values]: Read<Values[Name]> };

/** The form's name in the storage, and its fields that may be kept. */
export type KeptForm<Values> = {
  name: string;
  read: ReadEach<Values>;
  /** Fields that mean something together: where one of them differs, all of them are kept. */
  together?: readonly (readonly PropertyKey[])[];
};

/** The fields of a form that may be kept, as they are typed. */
export type KeptValues<Form> = Form extends KeptForm<infer Values> ? Values : never;

/** Parts of a name that tell a secret, or what is about a person. */
type Telling =
  | "secret"
  | "password"
  | "passphrase"
  | "apikey"
  | "callbackkey"
  | "privatekey"
  | "accesstoken"
  | "jwk"
  | "voucher"
  | "slack"
  | "mail"
  | "phone"
  | "search";

type Refused<Name> = Name extends string
  ? Lowercase<Name> extends `${string}${Telling}${string}`
    ? Name
    : never
  : never;

/**
 * Lists what may be kept of a form; everything else that it holds is left out.
 * @param read the fields, and how each is read back
 * @param _none does not compile where a field's name tells a secret or is about a person
 */
export const keptForm = <Values extends object>(
  name: string,
  read: ReadEach<Values>,
  ..._none: [Refused<keyof Values>] extends [never] ? [] : [refused: never]
): KeptForm<Values> => ({ name, read });

/** The same form, where these fields mean something together: where one of them differs, all of them are kept. */
export const keptTogether = <Values extends object>(
  form: KeptForm<Values>,
  ...together: NoInfer<keyof Values>[][]
): KeptForm<Values> => ({ ...form, together });

/** How values are read back. */
export const READ = {
  text: (kept: unknown): string | undefined => (typeof kept === "string" ? kept : undefined),
  flag: (kept: unknown): boolean | undefined => (typeof kept === "boolean" ? kept : undefined),
  oneOf:
    <Value extends string>(values: readonly Value[]): Read<Value> =>
    (kept) =>
      values.find((value) => value === kept),
  orNull:
    <Value>(read: Read<Value>): Read<Value | null> =>
    (kept) =>
      kept === null ? null : read(kept),
  listOf:
    <Value>(read: Read<Value>): Read<Value[]> =>
    (kept) => {
      const list: unknown[] = Array.isArray(kept) ? kept : [undefined];
      const values = list.flatMap((one) => {
        const value = read(one);
        return value === undefined ? [] : [value];
      });
      return values.length === list.length ? values : undefined;
    },
  flags: (kept: unknown): Record<string, boolean> | undefined => {
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return undefined;
    const flags: Record<string, boolean> = {};
    for (const [name, value] of Object.entries(kept)) {
      if (typeof value !== "boolean") return undefined;
      flags[name] = value;
    }
    return flags;
  },
};

/** What was typed, and what these fields showed before, as it was saved then. */
export type Typed<Values> = { typed: Partial<Values>; over: Partial<Values> };

/** With the time at which it was typed, by the clock of the computer, in milliseconds since 1970. */
export type Kept<Values> = Typed<Values> & { at: number };

/** The listed fields of a value; null: one of them is not a value of its field. */
const listed = <Values extends object>({ read }: KeptForm<Values>, from: unknown): Partial<Values> | null => {
  if (typeof from !== "object" || from === null) return null;
  const values: Partial<Values> = {};
  for (const name in read) {
    if (!Object.hasOwn(from, name)) continue;
    const value = read[name](Reflect.get(from, name));
    if (value === undefined) return null;
    Reflect.set(values, name, value);
  }
  return values;
};

/**
 * The listed fields that hold something other than before, and those that belong to them.
 * @param before what they showed as saved, or began with
 */
export const typedOver = <Values extends object>(
  { read, together = [] }: KeptForm<Values>,
  now: Values,
  before: Values,
): Typed<Values> => {
  const found: Typed<Values> = { typed: {}, over: {} };
  const isSame = (name: PropertyKey): boolean =>
    JSON.stringify(Reflect.get(now, name)) === JSON.stringify(Reflect.get(before, name));
  for (const name in read) {
    const group: readonly PropertyKey[] = together.find((names) => names.includes(name)) ?? [name];
    if (group.every(isSame)) continue;
    Reflect.set(found.typed, name, now[name]);
    Reflect.set(found.over, name, before[name]);
  }
  return found;
};

const HOURS = 12;

/** How long something is kept, in milliseconds. */
export const KEPT_MS = HOURS * 3_600_000;

/** Another one is of a build whose form has other fields. */
const wordOf = ({ read }: { read: object }): string => `1: ${Object.keys(read).sort().join(" ")}`;

/** The text that is stored; null: nothing was typed that may be kept. */
export const keptText = <Values extends object>(
  form: KeptForm<Values>,
  { typed, over, at }: Kept<Values>,
): string | null => {
  const [kept, before] = [listed(form, typed), listed(form, over)];
  if (kept === null || before === null || Object.keys(kept).length === 0) return null;
  return JSON.stringify({ word: wordOf(form), at, typed: kept, over: before });
};

const parsed = (text: string | null): object => {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
};

/** When a stored text was typed; null: too long ago, or it cannot be read. */
const timeIn = (kept: object, now: number): number | null => {
  const at: unknown = Reflect.get(kept, "at");
  return typeof at === "number" && Math.abs(now - at) < KEPT_MS ? at : null;
};

/** Whether a stored text is over. */
export const isOver = (text: string | null, now: number): boolean => timeIn(parsed(text), now) === null;

/**
 * Reads a stored text back.
 * @param now by the clock by which it was stored, in milliseconds since 1970
 * @returns null: there is none, it is over, or it is of a form with other fields
 */
export const keptIn = <Values extends object>(
  form: KeptForm<Values>,
  text: string | null,
  now: number,
): Kept<Values> | null => {
  const kept = parsed(text);
  const at = timeIn(kept, now);
  if (at === null || Reflect.get(kept, "word") !== wordOf(form)) return null;
  const [typed, over] = [listed(form, Reflect.get(kept, "typed")), listed(form, Reflect.get(kept, "over"))];
  return typed === null || over === null || Object.keys(typed).length === 0 ? null : { typed, over, at };
};
