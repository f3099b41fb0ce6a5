/** More fields than any form here has. */
const MAX_FIELDS = 16;
const AMPERSAND = 0x26;

/**
 * The fields of `application/x-www-form-urlencoded`, each at most once, so that none is ambiguous. Fields are
 * counted before anything is decoded, so that a body made only of separators costs nothing.
 * @returns null for too many fields, a repeated field and bytes that are not UTF-8
 */
export const formFields = (body: Uint8Array): Map<string, string> | null => {
  let separators = 0;
  for (let at = body.indexOf(AMPERSAND); at >= 0; at = body.indexOf(AMPERSAND, at + 1)) {
    separators += 1;
    if (separators >= MAX_FIELDS) return null;
  }
  try {
    const pairs = [...new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(body))];
    const fields = new Map(pairs);
    return fields.size === pairs.length ? fields : null;
  } catch {
    return null;
  }
};
