import { kindOf, sharedMethodId } from "#core/policy/method-id.ts";
import type { Method } from "#methods/method.ts";

/** The methods of this deployment, by id: src/runtime-methods.ts makes each of them. */
export type Methods = ReadonlyMap<string, Method>;

export const createMethods = (methods: readonly Method[]): Methods =>
  new Map(methods.map((method) => [method.id, method]));

/** The method behind an id: that of `oidc:<slug>` is the one of all identity providers, which by itself is none. */
export const methodNamed = (methods: Methods, id: string): Method | undefined => {
  const shared = sharedMethodId(id);
  if (shared === null || !kindOf(id)?.isTenantsOwn) return methods.get(id);
  return shared === id ? undefined : methods.get(shared);
};
