// A path can be written in many ways, and the program behind may read one that its proxy does not. What is open is
// therefore spelled out: segments of plain characters, none of them encoded or empty, and no dot but a single one between
// others. An open path that is written in another way meets the gate, and nothing else is lost.
const PLAIN = "[\\w~!+,=:@-]+";
const SEGMENT = `${PLAIN}(?:\\.${PLAIN})*`;

const expressionOf = (path: string): string => {
  const exact = path.replaceAll(".", "\\.");
  return path.endsWith("/") ? `${exact}(?:${SEGMENT}/)*(?:${SEGMENT})?` : exact;
};

/**
 * An expression (RE2, PCRE and ECMAScript alike) for the paths of a gate that need no proof, to be matched against a whole
 * path as it was sent, without its query. Linear for engines that try again.
 * @param paths exact ones (`/health`), and those that stand for all below them (`/assets/`); at least one
 */
export const openPathsExpression = (paths: readonly string[]): string =>
  `(?:${paths.map(expressionOf).join("|")})`;
