import { formFields } from "#core/form-fields.ts";
import { type JsonObject, parseJsonObject } from "../json.ts";
import { MAX_RESPONSE_BYTES } from "../limits.ts";
import { accept, type Result, refuse } from "../result.ts";

/** Older builds of the EU's app post `vp_token[<id>]=<presentation>` in place of a JSON object. */
const BRACKETED = /^vp_token\[([A-Za-z0-9_-]{1,64})\]$/;

const vpTokenOf = (fields: ReadonlyMap<string, string>): unknown => {
  const text = fields.get("vp_token");
  const bracketed = [...fields].flatMap(([name, value]): [string, string][] => {
    const id = BRACKETED.exec(name)?.[1];
    return id === undefined ? [] : [[id, value]];
  });
  if (text === undefined) return bracketed.length > 0 ? Object.fromEntries(bracketed) : undefined;
  return bracketed.length === 0 ? (parseJsonObject(text) ?? text) : undefined;
};

/** OpenID4VP 1.0 §8.2: the form that a wallet posts to response_uri, as the parameters of an answer. */
export const readForm = (body: Uint8Array): Result<JsonObject> => {
  if (body.length > MAX_RESPONSE_BYTES) return refuse("too_large");
  const fields = formFields(body);
  if (!fields) return refuse("response_malformed");
  return accept({
    vp_token: vpTokenOf(fields),
    state: fields.get("state"),
    response: fields.get("response"),
    error: fields.get("error"),
  });
};
