import { createId, ID_RANDOM_BYTES, type IdKind } from "#core/ids.ts";
import type { Deps } from "./context.ts";

/** A fresh id by the context's clock and chance. */
export const newId = (deps: Pick<Deps, "now" | "random">, kind: IdKind): string =>
  createId(kind, deps.now(), deps.random(ID_RANDOM_BYTES));
