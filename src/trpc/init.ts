import { initTRPC, TRPCError } from "@trpc/server";
import superjson, { type SuperJSONResult } from "superjson";
import { authenticateBearer } from "#auth/bearer.ts";
import { refuseCrossSite } from "#auth/same-origin.ts";
import type { Permission } from "#core/access/permissions.ts";
import { isObject } from "#core/json.ts";
import { TENANT_HEADER } from "#core/member.ts";
import type { Deps, PersonCtx } from "#services/context.ts";
import { enterTenant, limitMember } from "#services/members/identify.ts";
import { noteLook } from "#services/members/visits.ts";
import { requireOperator } from "#services/operators.ts";
import { requireMember, requirePermission } from "#services/permissions.ts";
import { shapeError, toTrpcError } from "./errors.ts";
import { TRANSFORMER } from "./transformer.ts";

/** The context of every call. The person is identified once for all calls of a batch. */
export type CallContext = {
  deps: Deps;
  requestId: string;
  /** From the header, or the page's address in server components. */
  tenantId: string | null;
  person: () => Promise<PersonCtx>;
};

/** What a procedure requires: to be signed in, to be an operator, or a permission in the tenant. */
type ProcedureMeta = { permission: Permission | "signed-in" | "operator" };

// By the answer's data.
const serialised = new WeakMap<object, SuperJSONResult>();

const serialise = (data: unknown): SuperJSONResult =>
  (isObject(data) ? serialised.get(data) : undefined) ?? superjson.serialize(data);

const t = initTRPC
  .context<CallContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer: { ...TRANSFORMER, output: { serialize: serialise, deserialize: superjson.deserialize } },
    errorFormatter: shapeError,
  });

/** Identifies the person only when the first procedure needs it, so it never throws. */
export const contextOf = (deps: Deps, request: Request, requestId: string): CallContext => {
  let person: Promise<PersonCtx> | undefined;
  return {
    deps,
    requestId,
    tenantId: request.headers.get(TENANT_HEADER),
    person: () => {
      person ??= (async () => {
        refuseCrossSite(deps, request);
        return authenticateBearer(deps, request, requestId);
      })();
      return person;
    },
  };
};

/** Serialises an answer while its call can still fail: later, tRPC would answer the whole batch with the bare error. */
const serialiseEarly = (data: unknown, ctx: CallContext): void => {
  if (!isObject(data)) return;
  try {
    serialised.set(data, superjson.serialize(data));
  } catch (cause) {
    throw toTrpcError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }), ctx);
  }
};

// The only place that maps errors to tRPC's.
const mapped = t.procedure.use(async ({ ctx, path, next }) => {
  const result = await ctx.deps.telemetry.part("use_case", path, () => next());
  if (!result.ok) throw toTrpcError(result.error, ctx);
  serialiseEarly(result.data, ctx);
  return result;
});

// Every call counts, including each one of a batch.
const countedPerson = async (ctx: CallContext): Promise<PersonCtx> => {
  const person = await ctx.person();
  await limitMember(person);
  return person;
};

/** For anyone who is signed in, with or without a tenant. */
export const personProcedure = mapped
  .meta({ permission: "signed-in" })
  .use(async ({ ctx, next }) => next({ ctx: await countedPerson(ctx) }));

/** For a member whose role in the tenant has the permission; services check it again. */
export const memberProcedure = (permission: Permission) =>
  mapped.meta({ permission }).use(async ({ ctx, path, type, next }) => {
    const member = await enterTenant(await countedPerson(ctx), ctx.tenantId);
    requirePermission(member, permission);
    // A visit shows what queries answer; whatever a mutation's permission is, it leaves something behind.
    if (type === "mutation") requireMember(member);
    await noteLook(member, path);
    return next({ ctx: member });
  });

/** For the people whom OPERATORS names; to all others it is as if it did not exist. */
export const operatorProcedure = mapped
  .meta({ permission: "operator" })
  .use(async ({ ctx, next }) => next({ ctx: await requireOperator(await countedPerson(ctx)) }));

export const { router } = t;

/** A resolver that passes the context and the input on to a use case. */
export const using =
  <Ctx, Input, Output>(useCase: (ctx: Ctx, input: Input) => Output) =>
  ({ ctx, input }: { ctx: Ctx; input: Input }): Output =>
    useCase(ctx, input);
