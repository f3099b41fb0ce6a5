import { handleAuth } from "#auth/handle-auth.ts";
import { accessToken, signOut } from "#auth/session.ts";
import * as ageKeys from "#http/age-keys.ts";
import { answerOverNext } from "#http/dispatch.ts";
import { gateOverNext } from "#http/gates/answer.ts";
import * as hosted from "#http/hosted.ts";
import * as identity from "#http/identity.ts";
import { walletCookiesOf } from "#http/journey-cookie.ts";
import { findHostedPage, findStatement, logPageError } from "#http/pages.ts";
import { clientNetwork, toResponse } from "#http/respond.ts";
import { scimOverNext } from "#http/scim/answer.ts";
import { atItsSite, pageAt } from "#http/site.ts";
import { methodNotAllowed } from "#http/unserved.ts";
import * as vendor from "#http/vendor.ts";
import * as openid4vp from "#http/wallet/openid4vp.ts";
import * as wallet from "#http/wallet/page.ts";
import { createStandIn } from "#services/alerts/stand-in.ts";
import { drawnData } from "#services/erasure/kept-data.ts";
import { lookAtHandoff } from "#services/hosted/handoff.ts";
import { drawnPage } from "#services/hosted/view.ts";
import { newId } from "#services/ids.ts";
import { endOfLife, newProcess, noteLife } from "#services/processes.ts";
import { refusalOf } from "#trpc/errors.ts";
import {
  exportArchive,
  exportAuditCsv,
  exportAuditJsonLines,
  exportUsageCsv,
  exportVerificationsCsv,
} from "#trpc/export-csv.ts";
import { handleTrpc } from "#trpc/handle-trpc.ts";
import { appRouter } from "#trpc/root.ts";
import { serverContext } from "#trpc/server.ts";
import { IS_NEXT_DEV } from "./config/config.ts";
import { getDeps, systemCtx } from "./runtime/runtime.ts";

/**
 * Everything that Next's files take from this process. Node loads it before Next starts, and Next bundles
 * none of it: with a second copy in its chunks, the two would not share `instanceof`, caches or counters (ADR
 * 39).
 */
export const program = {
  getDeps,
  /** For routes: the answer at the site that the request came to. */
  atItsSite: (request: Request, answer: Parameters<typeof atItsSite>[2]) =>
    atItsSite(getDeps, request, answer),
  pageAt: (host: string | null) => pageAt(getDeps, host),
  newId,
  systemCtx,
  life: { newProcess, noteLife, endOfLife, createStandIn },
  isNextDev: IS_NEXT_DEV,
  /**
   * The public interface, where Next is asked for it: an address that src/server did not recognise as such.
   */
  rest: answerOverNext,
  gates: gateOverNext,
  scim: scimOverNext,
  toResponse,
  methodNotAllowed,
  clientNetwork,
  hosted,
  ageKeys,
  identity,
  vendor,
  openid4vp,
  wallet,
  auth: { handleAuth, accessToken, signOut },
  console: {
    handleTrpc,
    exportVerificationsCsv,
    exportAuditCsv,
    exportAuditJsonLines,
    exportArchive,
    exportUsageCsv,
    appRouter,
    serverContext,
    refusalOf,
  },
  pages: {
    findHostedPage,
    findStatement,
    drawnPage,
    drawnData,
    lookAtHandoff,
    walletCookiesOf,
    logPageError,
  },
};

export type Program = typeof program;

declare global {
  // Next's chunks share nothing else with the modules that Node loaded.
  var lintelProgram: Program | undefined;
}
