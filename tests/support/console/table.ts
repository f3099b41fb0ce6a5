import { z } from "zod";
import { permission as permissionSchema } from "#contracts/console/common.ts";
import { mayDo, ROLES } from "#core/access/permissions.ts";
import { appRouter } from "#trpc/root.ts";

const declared = z.object({
  type: z.enum(["query", "mutation"]),
  meta: z.object({ permission: z.union([permissionSchema, z.enum(["signed-in", "operator"])]) }),
});

const NEEDS: Readonly<Record<string, string>> = {
  "signed-in": "to be signed in",
  operator: "to be an operator",
};

const rowOf = ([path, procedure]: [string, unknown]): string => {
  const { type, meta } = declared.parse(Reflect.get(Object(procedure), "_def"));
  const { permission } = meta;
  const who = ROLES.map((role) => {
    if (permission === "operator") return "";
    return permission === "signed-in" || mayDo(role, permission) ? "yes" : "";
  });
  const needs = NEEDS[permission] ?? `\`${permission}\``;
  return `| ${[`\`${path}\``, type, needs, ...who].join(" | ")} |`;
};

/** The table of docs/console-api.md, made from the router: who may call what. */
export const proceduresTable = (): string =>
  [
    `| Procedure | Kind | Needs | ${ROLES.join(" | ")} |`,
    `|${"---|".repeat(3 + ROLES.length)}`,
    ...Object.entries(appRouter._def.procedures).map(rowOf),
  ].join("\n");
