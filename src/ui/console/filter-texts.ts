/** The text where it is one of these. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | undefined => values.find((value) => value === text);

const MAX_TEXT = 200;

/** A text that somebody typed; blank, or far too long, is none. */
export const typedText = (text: string | null): string | undefined => {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" || trimmed.length > MAX_TEXT ? undefined : trimmed;
};

/** A day of UTC: `2026-11-21`. */
export const dayIn = (text: string | null): string | undefined =>
  text && /^(?:19[7-9]\d|2\d{3})-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;

/** Without what is undefined: JSON would drop it, and the server's and the browser's question must be the same. */
export const given = <Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } => JSON.parse(JSON.stringify(fields));
