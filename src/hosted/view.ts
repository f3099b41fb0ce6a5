import type { z } from "zod";
import type { hostedAnswer, hostedState, polledState } from "#contracts/public/hosted.ts";
import type { PageFacts } from "#core/practice/page-facts.ts";

type Answer = z.infer<typeof hostedAnswer>;

/** The state of a verification, as the page's scripts get it. */
export type PageState = z.infer<typeof hostedState>;

/** The state for a script that polls, with what has become of the photo or answer that it asks about. */
export type PolledState = z.infer<typeof polledState>;

/** What the page shows: the answer that scripts get, and the tenant. */
export type PageView = Omit<Answer, "expiresAt" | "handoff"> & {
  tenantName: string;
  brand: {
    colour: { button: string; text: string } | null;
    supportUrl: string | null;
    logo: string | null;
  };
  /** Hosts whose pages may embed this one. */
  embedHosts: readonly string[];
  expiresAt: Date;
  /** For a form that is sent without scripts. */
  formKey: string;
  /** What the page says about data: it follows from what is stored. */
  facts: PageFacts;
  /** The method that decided; null: none has. */
  decidedBy: string | null;
  /** Methods of the check that did not decide it. */
  otherWays: readonly string[];
  /** Where people complain, if the tenant names an address. */
  complaintUrl: string | null;
  /** The methods by which a rejection can be appealed, or was. */
  appeal?: { methods: readonly string[]; isMade: boolean };
  /** What can be kept from an approval as an age key. */
  remember?: { ageAtLeast: number; expiresOn: Date };
  /** This page is itself an appeal. */
  isAppeal?: true;
  /** The identity providers and vendors among the methods; the country as ISO 3166-1 alpha-2. */
  providers?: readonly {
    method: string;
    name: string;
    country: string | null;
    needsScript?: true;
    /** It compares the person's face with the document, where one is shown. */
    seesFace?: true;
  }[];
  /** The name of a vendor whose answer is awaited. */
  waitingFor?: string;
  /** `picture`: the code that the first device shows while it waits for a phone, as an image address. */
  handoff: (NonNullable<Answer["handoff"]> & { picture: string | null }) | null;
};

/** A request that waits for a wallet's answer. */
type WaitingWallet = { app: WalletApp; link: string; expiresAt: Date };
export type WalletApp = "eu" | "openid4vp";

/** How a wallet can be reached, and which channel was chosen. */
export type WalletView = {
  apps: readonly WalletApp[];
  link: WaitingWallet | null;
  qr: (WaitingWallet & { svg: string }) | null;
  hasRefused: boolean;
  hasDeclined: boolean;
  demoUrl: string | null;
};

/** A check that led to no decision, or a request that was refused. */
export type Problem = {
  code: string;
  reason: string | null;
  /** Its method, which a policy has since closed. */
  closed?: string | undefined;
  /** Refused before it was looked at: no attempt is used up. */
  isRefusal?: true;
};

/** `cancelled`: the end user stopped; `withdrawn`: the tenant did. */
export type ScreenName =
  | "prove"
  | "handoff"
  | "approved"
  | "rejected"
  | "failed"
  | "expired"
  | "cancelled"
  | "withdrawn";

const FAILED_SCREENS: Readonly<Record<string, ScreenName>> = {
  CANCELLED_BY_USER: "cancelled",
  CANCELLED: "withdrawn",
};

type Standing = Pick<PageView, "status" | "outcome" | "problem" | "device" | "handoff">;

// The first device waits while a phone has the check; the phone is only told that the check was taken back.
const isElsewhere = ({ device, handoff }: Standing): boolean =>
  handoff !== null && (device === "first" || handoff.state === "taken_back");

/** The screen that a verification shows on this device. */
export const screenOf = (view: Standing): ScreenName => {
  const { status, outcome, problem } = view;
  switch (status) {
    case "pending":
    case "in_progress":
      return isElsewhere(view) ? "handoff" : "prove";
    case "completed":
      return outcome === "approved" ? "approved" : "rejected";
    case "failed":
      return FAILED_SCREENS[problem?.code ?? ""] ?? "failed";
    case "expired":
      return status;
    default:
      return status satisfies never;
  }
};

type Shown = Pick<PageState, "status" | "attemptsLeft" | "hasOthers" | "fruitlessAnswers" | "handoff">;

/** What the page shows of a state, for comparison. Pending and in progress look the same. */
export const shownOf = ({ status, attemptsLeft, hasOthers, fruitlessAnswers, handoff }: Shown): string => {
  const known = status === "pending" ? "in_progress" : status;
  return [known, attemptsLeft, hasOthers, fruitlessAnswers, handoff?.state].join();
};

/** Whether an answer is the page's state, not that of something else on the way. */
export const isPageState = (answer: unknown): answer is PageState =>
  typeof answer === "object" && answer !== null && "status" in answer && "attemptsLeft" in answer;

export const pagePath = (secret: string): string => `/v/${encodeURIComponent(secret)}`;

/** The address of the page that shows what is kept. */
export const dataHref = (secret: string, { lang }: { lang?: string } = {}): string =>
  `${pagePath(secret)}/data${lang === undefined ? "" : `?${new URLSearchParams({ lang })}`}`;

/** The page's address with a query in the given order; empty values are left out. */
export const pageHref = (secret: string, query: Readonly<Record<string, string | null>>): string => {
  const named = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  const shown = new URLSearchParams(named).toString();
  return shown ? `${pagePath(secret)}?${shown}` : pagePath(secret);
};
