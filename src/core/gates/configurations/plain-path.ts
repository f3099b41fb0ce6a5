// The application behind a gate may read an address otherwise than the server in front: `/assets/..%2fsecret` is below
// /assets/ for one and not for the other (CVE-2026-57209). So what is open is matched on the address as it was written,
// and only where all programs read it alike: no percent sign, parameter, backslash, empty segment or dot segment.

const literally = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replaceAll("\\/", "/");

/**
 * A regular expression (PCRE) for the addresses that an open path opens, without anchors. It has no quotation marks, so
 * that it can stand between them.
 * @param openPath one exact path (`/health`), or one that ends in `/` for all below it
 */
export const plainPathPattern = (openPath: string): string =>
  openPath.endsWith("/")
    ? `${literally(openPath)}(?![^?]*(?:\\.\\.|//|/\\.))(?![./])[\\w.~!+,=:@/-]*`
    : literally(openPath);
