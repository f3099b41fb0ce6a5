import type { PrismaClient } from "#data/generated/client.ts";

/** Runs `work`, which asks the database under this name. It learns neither text nor values. */
export type Observe = <Out>(
  kind: "statement" | "prisma",
  name: string,
  work: () => Promise<Out>,
) => Promise<Out>;

/** The same client, whose operations are observed under names such as `prisma.tenant.findMany`. */
export const observed = (client: PrismaClient, observe: Observe): PrismaClient => {
  const extended = client.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) => {
        // A statement within a transaction, which is observed under its own name.
        if (operation === "$queryRawUnsafe") return query(args);
        const names = model ? [model.charAt(0).toLowerCase() + model.slice(1), operation] : [operation];
        return observe("prisma", ["prisma", ...names].join("."), () => query(args));
      },
    },
  });
  // It has every operation of the client, with the same types; only `$on` and the generics of `$transaction` differ,
  // which TypeScript cannot bring together.
  return extended as unknown as PrismaClient;
};
