// The application behind a gate may read an address differently from the server in front: `/assets/..%2fsecret` is below
// /assets/ for one and not for the other (CVE-2026-57209). What is open is therefore spelled out: segments of plain
// characters, none of them encoded or empty, and no dot but a single one between others. An open path that is written in
// another way meets the gate, and nothing else is lost.
const PLAIN = "[\\w~!+,=:@-]+";
const SEGMENT = `${PLAIN}(?:\\.${PLAIN})*`;

/**
 * An expression (RE2, PCRE and ECMAScript alike) for the addresses that one open path opens, without anchors, to be matched
 * against a path as it was sent, without its query. Linear for engines that try again. It has no quotation marks, so that
 * it can stand between them.
 * @param path an exact one (`/health`), or one that stands for all below it (`/assets/`)
 */
export const openPathExpression = (path: string): string => {
  const exact = path.replaceAll(".", "\\.");
  return path.endsWith("/") ? `${exact}(?:${SEGMENT}/)*(?:${SEGMENT})?` : exact;
};

/**
 * One expression, in a group, for the addresses that several open paths open: {@link openPathExpression}.
 * @param paths at least one
 */
export const openPathsExpression = (paths: readonly string[]): string =>
  `(?:${paths.map(openPathExpression).join("|")})`;
