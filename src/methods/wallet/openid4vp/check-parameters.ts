import { type JsonObject, member } from "../json.ts";
import { PASSED, type Result, refuse } from "../result.ts";

/** OpenID4VP 1.0 §8.5: an answer that is an error, `access_denied` when the person declined. Its text is not kept. */
export const checkNoError = (parameters: JsonObject): Result<null> =>
  member(parameters, "error") === undefined ? PASSED : refuse("response_error");

/**
 * RFC 6749 §4.1.2: `state` comes back as it was sent.
 * @param options.isOptional the EU's app may leave it away: the nonce binds the answer already
 */
export const checkState = (
  parameters: JsonObject,
  expected: string,
  { isOptional }: { isOptional: boolean },
): Result<null> => {
  const state = member(parameters, "state");
  if (state === undefined && isOptional) return PASSED;
  return state === expected ? PASSED : refuse("state_mismatch");
};
