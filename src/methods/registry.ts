import { PROVIDER_METHOD, type ShownProvider } from "#core/identity/provider.ts";
import { VENDOR_METHOD } from "#core/identity/vendor.ts";
import type { Mode } from "#core/verification.ts";
import type { Method } from "#methods/method.ts";

/** The methods of this deployment, by id: src/runtime-methods.ts makes each of them. */
export type Methods = ReadonlyMap<string, Method>;

export const createMethods = (methods: readonly Method[]): Methods =>
  new Map(methods.map((method) => [method.id, method]));

/** Methods that several share: each of a tenant's identity providers and vendors is one of its name. */
const SHARED: readonly string[] = [PROVIDER_METHOD, VENDOR_METHOD];

/** `oidc` for `oidc:<slug>`; null: no shared one. */
const sharedBy = (id: string): string | null => SHARED.find((shared) => id.startsWith(`${shared}:`)) ?? null;

/** The method behind an id: that of `oidc:<slug>` is the one of all identity providers. */
export const methodNamed = (methods: Methods, id: string): Method | undefined =>
  SHARED.includes(id) ? undefined : methods.get(sharedBy(id) ?? id);

/**
 * What the hosted page offers for a verification: in live mode the verification's own methods in their
 * order, in test mode all that there are for tests. Each identity provider is a method of its name, `oidc:<slug>`, and each
 * vendor, `vendor:<kind>`.
 * @param providers of the tenant, for this mode, vendors among them
 */
export const methodsOffered = (
  methods: Methods,
  verification: { mode: Mode; methods: readonly string[] },
  providers: readonly Pick<ShownProvider, "method">[],
): Method[] => {
  const offered = [...methods.values()].flatMap((method) => {
    if (!method.modes.includes(verification.mode)) return [];
    if (method.isNamedInTests && !verification.methods.includes(method.id)) return [];
    if (!SHARED.includes(method.id)) return [method];
    const own = providers.filter((provider) => sharedBy(provider.method) === method.id);
    return own.map((provider) => ({ ...method, id: provider.method }));
  });
  if (verification.mode === "test") return offered;
  return verification.methods.flatMap((id) => offered.filter((method) => method.id === id));
};
