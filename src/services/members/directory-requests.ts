import { insertRequest, listRequests, type RequestRow } from "#data/members/directory-requests.ts";
import type { MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import type { DirectoryCtx } from "./directory.ts";

/** The outcome of a request's parts, by names of the schemas; null: a name that they do not know. */
export type Noted = {
  kept: readonly string[];
  dropped: readonly (string | null)[];
  refused: readonly { attribute: string | null; reason: string }[];
};

/** A request of a directory: names and shapes only. */
export type NotedRequest = Noted & { method: string; path: string; status: number };

/** Writes a request down. A failure is logged, and changes nothing about the answer. */
export const noteRequest = async (ctx: DirectoryCtx, request: NotedRequest): Promise<void> => {
  const { deps, directory } = ctx;
  const { kept, dropped, refused, ...shape } = request;
  try {
    await insertRequest(deps.db, directory.id, {
      ...shape,
      at: deps.now(),
      kept: [...kept],
      dropped: dropped.map((name) => name ?? ""),
      refused: refused.map(({ attribute, reason }) => `${attribute ?? ""} ${reason}`),
    });
  } catch (error) {
    deps.log.with({ requestId: ctx.requestId }).warn("a directory's request was not written down", { error });
  }
};

const toNoted = ({ number, at, method, path, status, kept, dropped, refused }: RequestRow) => ({
  number,
  at,
  method,
  path,
  status,
  kept,
  dropped: dropped.map((name) => name || null),
  refused: refused.map((text) => {
    const [attribute = "", reason = ""] = text.split(" ");
    return { attribute: attribute || null, reason };
  }),
});

/** The last requests of the tenant's directory, newest first. @throws PERMISSION_DENIED */
export const directoryRequests = async (ctx: MemberCtx) => {
  requirePermission(ctx, "members.read");
  const rows = await listRequests(ctx.deps.db.orm, ctx.tenant.id);
  return { requests: rows.map(toNoted) };
};
