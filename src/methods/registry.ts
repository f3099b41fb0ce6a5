import { methodOfSlug, PROVIDER_METHOD, type ShownProvider, slugOfMethod } from "#core/identity/provider.ts";
import type { Mode } from "#core/verification.ts";
import type { Method } from "#methods/method.ts";

/** The methods of this deployment, by id. src/runtime.ts names them: that list is the only one. */
export type Methods = ReadonlyMap<string, Method>;

export const createMethods = (methods: readonly Method[]): Methods =>
  new Map(methods.map((method) => [method.id, method]));

/** The method behind an id: that of `oidc:<slug>` is the one of all identity providers. */
export const methodNamed = (methods: Methods, id: string): Method | undefined =>
  slugOfMethod(id) === null
    ? id === PROVIDER_METHOD
      ? undefined
      : methods.get(id)
    : methods.get(PROVIDER_METHOD);

/**
 * What the hosted page offers for a verification: in live mode the verification's own methods in their
 * order, in test mode all that there are for tests. Each identity provider is a method of its name, `oidc:<slug>`.
 * @param providers of the tenant, for this mode
 */
export const methodsOffered = (
  methods: Methods,
  verification: { mode: Mode; methods: readonly string[] },
  providers: readonly Pick<ShownProvider, "slug">[],
): Method[] => {
  const offered = [...methods.values()].flatMap((method) => {
    if (!method.modes.includes(verification.mode)) return [];
    if (method.id !== PROVIDER_METHOD) return [method];
    return providers.map(({ slug }) => ({ ...method, id: methodOfSlug(slug) }));
  });
  if (verification.mode === "test") return offered;
  return verification.methods.flatMap((id) => offered.filter((method) => method.id === id));
};
