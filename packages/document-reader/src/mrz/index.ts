export { checkDigit } from "./alphabet.ts";
export { FORMATS, type Format, type FormatId, type Span, textAt } from "./formats.ts";
export { parseMrz } from "./parse.ts";
