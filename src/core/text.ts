/** Why a text cannot be stored and compared; null: it can. Postgres' text cannot hold a NUL. */
export const problemOfText = (text: string): string | null => {
  if (text.includes("\u0000")) return "contains a NUL character, which cannot be stored";
  return text.isWellFormed() ? null : "contains half a surrogate pair, which is not valid Unicode";
};

// UAX #9 §2: embeddings, overrides, isolates and marks. With one of them, a name reads differently from the
// way it is stored.
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
// Emoji as Unicode recommends them contain joiners, selectors and tags (UTS #51); so do some written without a selector.
const EMOJI = /\p{RGI_Emoji}|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic}\ufe0f?)+/gv;
// UAX #31 §2.3.1: in these scripts, joiners change which word the same letters form.
const JOINED =
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;
// Mongolian chooses a letter's form by these.
const MONGOLIAN = /(?<=\p{scx=Mong})[\u180b-\u180d\u180f]/gu;
// Signs drawn with the digits that follow them: visible format characters.
const PREPENDED = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/gu;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
// A Braille pattern without dots is a symbol in Unicode, but looks empty.
const BLANKS = /\u2800/g;

const withoutHonestUse = (text: string): string =>
  text.replace(EMOJI, "").replace(JOINED, "").replace(MONGOLIAN, "").replace(PREPENDED, "");

/**
 * Why a text cannot be a name: it contains something invisible, or something that makes it look like another name
 * (UTS #39 §3, Default_Ignorable_Code_Point; UAX #9). null: it can.
 */
export const problemOfName = (text: string): string | null => {
  const problem = problemOfText(text);
  if (problem !== null) return problem;
  if (CONTROL.test(text)) return "contains a line break or another control character";
  if (DIRECTION.test(text)) return "contains a character that changes the direction of text";
  if (UNSEEN.test(withoutHonestUse(text))) return "contains an invisible character";
  return text !== "" && !SEEN.test(text.replace(BLANKS, "")) ? "contains nothing visible" : null;
};

/**
 * A name from elsewhere, without the characters that `problemOfName` refuses; "" if nothing visible is left.
 */
export const visibleName = (text: string): string => {
  const honest = text
    .toWellFormed()
    .replaceAll("\ufffd", "")
    .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
    .trim();
  if (problemOfName(honest) === null) return honest;
  const plain = honest.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "").trim();
  return problemOfName(plain) === null ? plain : "";
};

/** Folds ASCII letters only: other folding would merge names that belong to different people. */
export const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether a web address holds a user name or password, even an empty one, which the parsed URL forgets (RFC 3986
 * §3.2.1).
 */
export const hasUserInfo = (url: string): boolean => /^https?:\/\/[^/?#]*@/i.test(url);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text in HTML that no framework draws, such as a mail: within an element, or in an attribute with quotes of either kind. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

/** A number with its noun, in English: `1 day`, `2 days`. @param many the plural, where it is more than an added s */
export const counted = (count: number | bigint, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Spreadsheets read a file as UTF-8 only if it begins with this mark. */
export const UTF8_MARK = "\uFEFF";

// Spreadsheets run a cell that begins like this as a formula (OWASP, "CSV Injection").
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const QUOTED = /[",\r\n]/;

/** A plain number keeps its sign: it is not a formula. */
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

/** One cell (RFC 4180 §2). A text that a spreadsheet would run is prefixed with an apostrophe. */
export const csvCell = (value: string | number | boolean | Date | null): string => {
  const text = value instanceof Date ? value.toISOString() : String(value ?? "");
  const safe = FORMULA.test(text) && !isNumber(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line, with RFC 4180's line end. */
export const csvLine = (cells: readonly (string | number | boolean | Date | null)[]): string =>
  `${cells.map(csvCell).join(",")}\r\n`;
