import { isDatabaseError } from "#data/errors.ts";
import type { Deps } from "#services/context.ts";
import { viewHostedPage } from "#services/hosted/open.ts";
import type { HostedView } from "#services/hosted/view.ts";
import { newId } from "#services/new-id.ts";
import { logPageError } from "./log-page-error.ts";

type Opened =
  /** Null where there is no such page. */
  | { isAway: false; view: HostedView | null }
  /** The database is away. `reference` is the id under which the log has why. */
  | { isAway: true; reference: string };

/**
 * What a hosted page shows. That the database is away is an answer, not a throw: a page that throws is empty for
 * whoever runs no scripts.
 */
export const viewOrAway = async (deps: Deps, secret: string): Promise<Opened> => {
  const requestId = newId(deps, "request");
  try {
    const view = await viewHostedPage({ deps, actor: { kind: "end_user" }, requestId }, secret);
    return { isAway: false, view };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    logPageError(deps, error, `/v/${secret}`, requestId);
    return { isAway: true, reference: requestId };
  }
};
