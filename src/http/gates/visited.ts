import { type GateAnswer, gateBase, type TabKeeps, type Wanted } from "#core/gates/addresses.ts";
import type { Language } from "#core/language.ts";
import { type Answer, type Incoming, plainHeaders } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import type { OpenGate } from "#services/gates/open-gates.ts";
import { gatePage } from "./pages.ts";

// What the steps of a visit at a gate share.

/** A visitor's request at an open gate. */
export type Visited = {
  deps: Deps;
  request: Incoming;
  requestId: string;
  gate: OpenGate;
  query: string;
  language: Language;
  note: (facts: { tenantId?: string; verificationId?: string; code?: string | null }) => void;
  /** What a page that knows nothing better offers as another try. */
  offer: (again: string) => void;
};

export const nameOf = ({ shownName, tenant }: OpenGate): string => shownName ?? tenant.name;

export const headersOf = (requestId: string): Record<string, string> => ({
  ...plainHeaders(requestId),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
});

export const go = (
  status: 302 | 303,
  location: string,
  requestId: string,
  cookies: string[] = [],
): Answer => ({
  status,
  headers: { ...headersOf(requestId), location },
  body: "",
  cookies,
});

export const baseOf = ({ deps, gate }: Visited, answer: GateAnswer): string =>
  gateBase({ siteId: gate.id, origin: gate.origin }, answer, deps.settings.publicUrl);

/** The cookie of a visit is on the host that the browser sees, which is ours unless the gate's own cookie is wanted. */
export const isSecure = (visited: Visited, answer: GateAnswer): boolean =>
  baseOf(visited, answer).startsWith("https:");

/** What another try is to be like. */
type Wish = { answer: GateAnswer; language: Language } & Pick<Wanted, "returnPath" | "kept">;

/** Relative: on whichever host the page is, it is below the same gate's address. */
export const startAgain = ({ answer, language, returnPath, kept }: Wish): string =>
  `start?answer=${answer}&lang=${language}${kept ? `&kept=${kept}` : ""}&return=${encodeURIComponent(returnPath)}`;

/** Leads on to the site by the tab itself, which kept a part of the way. */
export const backPage = (
  { gate, language, requestId }: Visited,
  { to, kept }: { to: string; kept: TabKeeps },
): Answer =>
  gatePage(
    { kind: "back", language, siteName: nameOf(gate), origin: gate.origin, to, kept },
    headersOf(requestId),
  );
