import type { CredentialType } from "../credential-type.ts";
import { isJsonObject, type JsonObject, member } from "../json.ts";
import { accept, type Result, refuse } from "../result.ts";

/**
 * OpenID4VP 1.0 §8.1: vp_token maps the query's ids to arrays of presentations. One was asked for (`multiple` is
 * not), so exactly one has to come. Older EU apps leave the array away.
 */
export const readVpToken = <T extends CredentialType>(
  parameters: JsonObject,
  types: readonly T[],
): Result<{ type: T; presentation: string }> => {
  const vpToken = member(parameters, "vp_token");
  const entries = isJsonObject(vpToken) ? Object.entries(vpToken) : [];
  const [entry] = entries;
  if (entries.length !== 1 || !entry) return refuse("vp_token_malformed");
  const [id, value] = entry;
  const type = types.find((candidate) => candidate.id === id);
  const presentations: unknown[] = Array.isArray(value) ? value : [value];
  const [presentation] = presentations;
  if (!type || presentations.length !== 1 || typeof presentation !== "string") {
    return refuse("vp_token_malformed");
  }
  return accept({ type, presentation });
};
