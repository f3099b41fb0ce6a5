import { invalid } from "#core/errors.ts";
import type { Tenant } from "#core/tenant.ts";

/**
 * The methods to offer, in order: what was asked for, or all that the tenant has.
 * @throws INVALID_REQUEST_BODY: one is not among the tenant's
 */
export const chooseMethods = (tenant: Tenant, asked: string[] | undefined): string[] => {
  if (!asked) return tenant.methods;
  const issues = asked.flatMap((method, index) =>
    tenant.methods.includes(method)
      ? []
      : [
          {
            path: `methods.${index}`,
            message: `got ${JSON.stringify(method)}, expected one of the tenant's methods: ${tenant.methods.join(", ") || "none"}`,
          },
        ],
  );
  const [first] = issues;
  if (!first) return asked;
  throw invalid("methods", first.message, issues);
};
