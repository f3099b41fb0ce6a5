import type { Mode } from "#core/verification.ts";
import type { Method } from "#methods/method.ts";

/** The methods of this deployment, by id. src/runtime.ts names them: that list is the only one. */
export type Methods = ReadonlyMap<string, Method>;

export const createMethods = (methods: readonly Method[]): Methods =>
  new Map(methods.map((method) => [method.id, method]));

/**
 * What the hosted page offers for a verification: in live mode the verification's own methods in their
 * order, in test mode the sandbox and nothing else.
 */
export const methodsOffered = (
  methods: Methods,
  verification: { mode: Mode; methods: readonly string[] },
): Method[] => {
  const offered = [...methods.values()].filter((method) => method.modes.includes(verification.mode));
  if (verification.mode === "test") return offered;
  return verification.methods.flatMap((id) => offered.filter((method) => method.id === id));
};
