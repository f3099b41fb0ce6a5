import { insertMembership } from "../../../src/data/memberships.ts";
import type { Runtime } from "../../../src/runtime.ts";
import { systemCtx } from "../../../src/runtime.ts";
import { signIn } from "../../../src/services/members/sign-in.ts";
import { appRouter } from "../../../src/trpc/root.ts";

export type Caller = ReturnType<typeof appRouter.createCaller>;

/** Somebody who may see everything of the tenant, and calls the procedures as a server component does. */
export const ownerOf = async ({ deps }: Runtime, tenantId: string): Promise<Caller> => {
  const ctx = systemCtx(deps);
  const member = await signIn(ctx, {
    issuer: "https://seed.invalid",
    subject: "bench",
    name: "Bench",
    email: null,
  });
  await insertMembership(deps.db.orm, { tenantId, memberId: member.id, role: "owner" }, deps.now());
  return appRouter.createCaller({
    deps,
    requestId: ctx.requestId,
    tenantId,
    person: async () => ({
      deps,
      requestId: ctx.requestId,
      actor: { kind: "member", memberId: member.id },
      member,
      emailHash: null,
      sessionId: null,
    }),
  });
};
