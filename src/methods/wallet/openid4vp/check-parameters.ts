import { type JsonObject, member } from "../json.ts";
import { PASSED, type Result, refuse } from "../result.ts";

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

/** RFC 6749 §4.1.2.1: NQSCHAR. */
const ERROR_CODE = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

/**
 * OpenID4VP 1.0 §8.5: an Authorization Error Response, `access_denied` when the person declined. Its text is not kept.
 * It is an answer to this request like any other, so its state has to fit, and nothing may stand beside it.
 * @param checkedState what `checkState` says of it; the Digital Credentials API has no state
 */
export const checkNoError = (parameters: JsonObject, checkedState: Result<null> = PASSED): Result<null> => {
  const error = member(parameters, "error");
  if (error === undefined) return PASSED;
  const isAlone = ["vp_token", "response"].every((name) => member(parameters, name) === undefined);
  if (typeof error !== "string" || !ERROR_CODE.test(error) || !isAlone) return refuse("response_malformed");
  return checkedState.ok ? refuse("response_error") : checkedState;
};
