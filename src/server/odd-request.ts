import type { IncomingMessage } from "node:http";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const isDecodable = (target: string): boolean => {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
};

/**
 * The status for a request that no page and no endpoint is for, or null. The framework behind us answers these with
 * a stack in the log, which strangers could fill.
 */
export const statusOfOddRequest = ({
  method = "",
  url = "",
  headersDistinct,
}: IncomingMessage): number | null => {
  if (!METHODS.has(method)) return 501; // RFC 9110 §15.6.2
  if (!url.startsWith("/") || !isDecodable(url)) return 400;
  // RFC 9112 §3.2: more than one Host is a bad request.
  return (headersDistinct.host?.length ?? 0) > 1 ? 400 : null;
};
