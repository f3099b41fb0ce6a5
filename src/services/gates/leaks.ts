import { type Issue, refuseIssues } from "#core/errors.ts";
import { returnPathOf } from "#core/gates/addresses.ts";
import { type Door, doorsOf, LEAKS, type Verdict, verdictOf } from "#core/gates/leaks.ts";
import { inTransaction } from "#data/service/client.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx } from "#services/context.ts";
import { requireWithin } from "#services/limits.ts";
import { requirePermission } from "#services/permissions.ts";
import { requireGate } from "./gates.ts";

// A gate looks for its own leaks, when a member asks for it.

const PER_MINUTE = 6;

/** A member waits for it. What is not asked by then is not told. */
const LONGEST_MS = 25_000;

export type LookedAt = {
  door: Door;
  url: string;
  verdict: Verdict;
  /** Of the answer; null: there was none. */
  status: number | null;
};

/** Without paths the site's first page. @throws INVALID_REQUEST_BODY: a text that is not a path of the site */
const pathsOf = (given: readonly string[], origin: string): string[] => {
  const read = given.map((path) => (path.length <= LEAKS.pathCharacters ? returnPathOf(path, origin) : null));
  const issues = read.flatMap((path, index): Issue[] =>
    path === null
      ? [
          {
            path: `paths.${index}`,
            message: "expected a path of the site such as /wine/ or /images/label.jpg",
          },
        ]
      : [],
  );
  refuseIssues(issues);
  const known = read.filter((path) => path !== null);
  return known.length === 0 ? ["/"] : [...new Set(known)];
};

/**
 * Asks the site for what should be closed as a visitor without a proof does: each path by IPv4 and IPv6, by http, and with or
 * without `www.`. A door where nothing answers the first path is not tried with the others. It is unproven whose site it
 * is, so a tenant has few looks a minute, and learns the status of an answer and nothing else of it.
 * @param input.paths at most eight; without any, the site's first page
 * @returns in the order of doors and paths; fewer if the site was slow
 * @throws PERMISSION_DENIED, NOT_FOUND, RATE_LIMIT_EXCEEDED, CACHE_ERROR; INVALID_REQUEST_BODY: a text that is not a path
 */
export const lookForLeaks = async (
  ctx: MemberCtx,
  { siteId, paths: given }: { siteId: string; paths: string[] },
): Promise<{ looked: LookedAt[]; isWhole: boolean }> => {
  requirePermission(ctx, "keys.write");
  const { deps, tenant } = ctx;
  const { origin, openPaths } = await requireGate(ctx, siteId);
  const paths = pathsOf(given, origin);
  await requireWithin(
    deps,
    { key: `gate-leaks:${tenant.id}`, limit: PER_MINUTE, windowSeconds: 60 },
    (seconds) => `You can look for leaks ${PER_MINUTE} times a minute. Try again in ${seconds} s.`,
  );
  const { publicUrl } = deps.settings;
  const endMs = deps.now().getTime() + LONGEST_MS;
  let isWhole = true;
  const lookAt = async ({ door, origin: at, family }: ReturnType<typeof doorsOf>[number]) => {
    const looked: LookedAt[] = [];
    for (const path of paths) {
      if (deps.now().getTime() > endMs) {
        isWhole = false;
        break;
      }
      const url = at + path;
      const answer = await deps.visitDoor(url, family);
      const verdict = verdictOf(answer, { siteId, origin, openPaths }, { url, publicUrl });
      looked.push({ door, url, verdict, status: answer.kind === "answer" ? answer.status : null });
      if (verdict === "absent") break;
    }
    return looked;
  };
  const looked = (await Promise.all(doorsOf(origin).map(lookAt))).flat();
  // The paths stay with the member: an address may hold what no trail should.
  const changes = { paths: paths.length, open: looked.filter(({ verdict }) => verdict === "open").length };
  await inTransaction(deps.db, (db) =>
    recordOwnAudit(ctx, db, { action: "gate.look_for_leaks", target: siteId, changes }),
  );
  return { looked, isWhole };
};
