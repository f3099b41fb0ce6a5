import { PROVIDER_METHOD } from "#core/identity/provider.ts";
import { VENDOR_METHOD } from "#core/identity/vendor.ts";
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
