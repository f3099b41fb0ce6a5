import { createId, ID_RANDOM_BYTES, type IdKind } from "#core/ids.ts";
import type { Deps } from "./context.ts";

/**
 * A new id, from the context's clock and randomness.
 * @param at the creation time stored with the row: both must fall on the same day
 */
export const newId = (deps: Pick<Deps, "now" | "random">, kind: IdKind, at: Date = deps.now()): string =>
  createId(kind, at, deps.random(ID_RANDOM_BYTES));
