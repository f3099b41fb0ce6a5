import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createId, ID_RANDOM_BYTES, saneRequestId } from "#core/ids.ts";

/**
 * Makes `x-request-id` hold the one id of the request: the caller's own where it is sane, else a new one. What is
 * answered and logged behind the server then has the id of the server's own answer, should there be one.
 */
export const settleRequestId = (headers: IncomingHttpHeaders): string => {
  const given = [headers["x-request-id"] ?? []].flat().join();
  const id = saneRequestId(given) ?? createId("request", new Date(), randomBytes(ID_RANDOM_BYTES));
  headers["x-request-id"] = id;
  return id;
};
