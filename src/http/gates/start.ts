import { saysSameOrigin } from "#core/access/same-origin.ts";
import {
  fieldOf,
  type GateAnswer,
  isGateAnswer,
  startAddress,
  type Wanted,
  wantedIn,
  wantedOf,
} from "#core/gates/addresses.ts";
import { readForm } from "#http/body.ts";
import { droppedVisits, visitCookie } from "#http/journey-cookie.ts";
import type { Answer, Incoming } from "#http/respond.ts";
import { hasProof } from "#services/gates/open-gates.ts";
import { beginVisit, VISIT_SECONDS } from "#services/gates/visit.ts";
import { linkOriginOf } from "#services/hosts/site.ts";
import { gatePage } from "./pages.ts";
import { backPage, baseOf, go, headersOf, isSecure, nameOf, startAgain, type Visited } from "./visited.ts";

// The start page of a gate and its button. Showing it begins no check: crawlers and prefetches open addresses too.

const MAX_FORM_BYTES = 4 * 1024;

const FRAMES: readonly (string | null)[] = ["iframe", "frame", "embed", "object", "fencedframe"];

/** Whether a browser would show the answer in another page (Fetch Metadata §2.1). No page can set the header. */
export const isInFrame = ({ headers }: Incoming): boolean => FRAMES.includes(headers.get("sec-fetch-dest"));

/** In a frame nothing begins: the page around it, anyone's, could have the button pressed. */
const framedPage = (visited: Visited, answer: GateAnswer, { returnPath, longPath }: Wanted): Answer => {
  const { gate, language, requestId } = visited;
  // The window that it opens has no opener to report to.
  const asked = answer === "cookie" ? "cookie" : "code";
  const start = startAddress(baseOf(visited, asked), longPath ?? returnPath);
  return gatePage(
    {
      ...{ kind: "framed", language, siteName: nameOf(gate), threshold: gate.terms.threshold },
      ...{ origin: gate.origin, startAddress: start.replace("?", `?answer=${asked}&lang=${language}&`) },
    },
    headersOf(requestId),
  );
};

const startPage = async (visited: Visited, answer: GateAnswer, wanted: Wanted): Promise<Answer> => {
  const { deps, request, gate, language, requestId } = visited;
  if (isInFrame(request)) return framedPage(visited, answer, wanted);
  return gatePage(
    {
      kind: "start",
      ...{ site: gate.id, language, siteName: nameOf(gate), threshold: gate.terms.threshold },
      // On whichever host the page is: below its own address.
      ...{ action: "start", wanted, answer, origin: gate.origin },
      hostedOrigins: [new URL(deps.settings.publicUrl).origin, await linkOriginOf(deps, gate.tenant.id)],
    },
    headersOf(requestId),
  );
};

export const answerIn = (query: string): GateAnswer => {
  const asked = fieldOf(query, "answer");
  return isGateAnswer(asked) ? asked : "cookie";
};

/** The page with the button, which a visitor with proof does not need. */
export const showStart = async (visited: Visited): Promise<Answer> => {
  const { deps, request, gate, query, requestId } = visited;
  const answer = answerIn(query);
  const wanted = wantedIn(query, gate.origin);
  const isThrough = answer === "cookie" && hasProof(gate, request.headers.get("cookie"), deps.now());
  if (!isThrough) return startPage(visited, answer, wanted);
  const { returnPath, kept, longPath } = wanted;
  const to = gate.origin + (longPath ?? returnPath);
  return kept === null || longPath !== null ? go(302, to, requestId) : backPage(visited, { to, kept });
};

/** The button. */
export const begin = async (visited: Visited): Promise<Answer> => {
  const { deps, request, requestId, gate, language, offer } = visited;
  const form = await readForm(request, MAX_FORM_BYTES);
  const asked = form.get("answer");
  const answer = isGateAnswer(asked) ? asked : "cookie";
  const wanted = wantedOf(form.get("return") ?? "/", form.get("kept"), gate.origin);
  const { returnPath, kept } = wanted;
  offer(startAgain({ answer, language, returnPath, kept }));
  // A foreign page must not start checks in the tenant's name: the visitor presses the button.
  // A strict referrer policy of the site's own server makes `null` of the page's origin (Fetch Standard §3.2).
  const origins = [gate.origin, new URL(deps.settings.publicUrl).origin, "null"];
  if (saysSameOrigin(request, origins) === false || isInFrame(request))
    return startPage(visited, answer, wanted);
  const visit = beginVisit(deps, gate, { answer, returnPath, kept, language });
  const place = { isSecure: isSecure(visited, answer) };
  const cookie = visitCookie({ state: visit.state, value: visit.kept, maxAgeSeconds: VISIT_SECONDS }, place);
  const dropped = droppedVisits(request.headers.get("cookie"), cookie, place);
  return go(303, visit.url, requestId, [...dropped, cookie]);
};
