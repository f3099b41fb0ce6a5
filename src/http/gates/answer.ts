import { type Answer, type Incoming, toResponse } from "#http/respond.ts";
import { methodNotAllowed, notFound } from "#http/unserved.ts";
import type { Deps } from "#services/context.ts";
import { checkGate } from "./check.ts";
import { visitGate } from "./visit.ts";

// The addresses of a gate, /gate/gat_…/*. Proxies in front of sites ask and forward them, so they are answered in the server
// itself: a check takes less than Next's router does.

const ADDRESS = /^\/gate\/(gat_[0-9a-z]{1,40})\/(check|start|open|callback)([/][^?]*)?(?:\?(.*))?$/s;

/**
 * What a request to the service asks of which gate; null: its target is not a gate's.
 * @param target path and query as they were sent: nothing is normalised
 */
export const askedOf = (
  target: string,
): { siteId: string; step: string; suffix: string; query: string } | null => {
  const [matched, siteId = "", step = "", suffix = "", query = ""] = ADDRESS.exec(target) ?? [];
  return matched === undefined || (step !== "check" && suffix !== "")
    ? null
    : { siteId, step, suffix, query };
};

const STEP_METHODS: Readonly<Record<string, string[]>> = {
  check: ["GET", "HEAD"],
  start: ["GET", "HEAD", "POST"],
  open: ["GET", "HEAD"],
  callback: ["GET", "HEAD"],
};

/**
 * Answers a request at a gate's addresses.
 * @param target path and query as they were sent: nothing is normalised
 * @returns null: the address is not a gate's
 */
export const answerGate = (deps: Deps, target: string, request: Incoming): Promise<Answer> | null => {
  const asked = askedOf(target);
  if (!asked) return null;
  const { siteId, step, suffix, query } = asked;
  const refused = (): Promise<Answer> => methodNotAllowed(deps, request, STEP_METHODS[step] ?? []);
  if (step !== "check") return visitGate(deps, request, { siteId, step, query }) ?? refused();
  // Envoy asks with the visitor's own method, below the address.
  const isAsked = suffix !== "" || request.method === "GET" || request.method === "HEAD";
  return isAsked ? checkGate(deps, request, { siteId, suffix, query }) : refused();
};

/** Where Next alone is asked: there is no server of ours before it. */
export const gateOverNext = async (deps: Deps, request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  return toResponse(await (answerGate(deps, pathname + search, request) ?? notFound(deps, request)));
};
