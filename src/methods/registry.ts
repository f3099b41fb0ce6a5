import { kindOf, sharedMethodId } from "#core/policy/method-id.ts";
import type { Method } from "#methods/method.ts";

/** This deployment's methods by id, each made by src/runtime/methods.ts. */
export type Methods = ReadonlyMap<string, Method>;

export const createMethods = (methods: readonly Method[]): Methods =>
  new Map(methods.map((method) => [method.id, method]));

/**
 * The method behind an id: for `oidc:<slug>`, it is the one for all identity providers; the bare `oidc` names
 * none.
 */
export const methodNamed = (methods: Methods, id: string): Method | undefined => {
  const shared = sharedMethodId(id);
  if (shared === null || !kindOf(id)?.isTenantsOwn) return methods.get(id);
  return shared === id ? undefined : methods.get(shared);
};
