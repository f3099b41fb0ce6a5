import { createId, ID_RANDOM_BYTES, type IdKind } from "#core/ids.ts";
import type { Deps } from "./context.ts";

/**
 * A fresh id by the context's clock and chance.
 * @param at of what the id names, where its time is written down beside it: the two must fall into one day
 */
export const newId = (deps: Pick<Deps, "now" | "random">, kind: IdKind, at: Date = deps.now()): string =>
  createId(kind, at, deps.random(ID_RANDOM_BYTES));
