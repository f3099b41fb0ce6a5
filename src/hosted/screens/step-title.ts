import { mayBeSentBack, problemText } from "#hosted/frame/screen-texts.ts";
import { type PageView, type Problem, screenOf, type WalletView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { proveStep, stepName } from "./prove-step.ts";

type Query = Readonly<Record<string, string | string[] | undefined>>;

const textIn = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

/** What an address asks the page to show. */
export type Asked = {
  method: string | null;
  /** The end user wants to stop and has not confirmed it yet. */
  isCancelling: boolean;
  /** The refusal that a form came back with, or else the finding of the last check. */
  problem: Problem | null;
};

const problemIn = (words: Words, view: PageView, refused: string | null): Problem | null => {
  if (refused === null) return view.problem;
  const isKnown = mayBeSentBack(words, refused) || refused === "APPEAL_UNAVAILABLE";
  const code = isKnown ? refused : "INTERNAL_ERROR";
  return { code, reason: null, isRefusal: true };
};

export const askedBy = (words: Words, view: PageView, query: Query): Asked => ({
  method: textIn(query.method),
  isCancelling: textIn(query.cancel) !== null,
  problem: problemIn(words, view, textIn(query.problem)),
});

const handoffTitle = (state: NonNullable<PageView["handoff"]>["state"] | undefined) => {
  if (state === "opened") return "openedTitle";
  if (state === "taken_back") return "takenBackTitle";
  return state === "expired" ? "expiredTitle" : "title";
};

type Drawn = { view: PageView; wallet: WalletView | null };

const proveTitle = (words: Words, { view, wallet }: Drawn, { method, problem }: Asked): string => {
  const { texts, say } = words;
  const { tenantName: tenant, minimumAge: age } = view;
  const step = proveStep(words, view, method, problem, wallet);
  const name =
    step.method === null || step.isFirst
      ? say(texts.start.title, { tenant, age })
      : say(texts.step.of, { step: stepName(words, step.method, wallet), tenant });
  const shown = step.own ?? step.other;
  if (shown) return `${problemText(words, shown).title} – ${name}`;
  if (view.waitingFor === undefined) return name;
  return `${say(texts.vendor.waiting.title, { provider: view.waitingFor })} – ${name}`;
};

/** The title of a rejection: what the tenant decided by itself is not a check of ours. */
export const outcomeTitle = (
  { texts, say }: Words,
  screen: Exclude<ReturnType<typeof screenOf>, "prove" | "handoff">,
  { tenantName: tenant, minimumAge: age, decidedBy }: PageView,
): string => {
  const isTenants = screen === "rejected" && decidedBy === "tenant";
  return say(isTenants ? texts.rejected.titleByTenant : texts[screen].title, { tenant, age });
};

/** The document's title, which differs from step to step: the first thing that a screen reader says. */
export const titleOf = (words: Words, drawn: Drawn | null, query: Query): string => {
  const { texts, say } = words;
  if (!drawn) return texts.missing.title;
  const { view } = drawn;
  const asked = askedBy(words, view, query);
  const screen = screenOf(view);
  switch (screen) {
    case "prove": {
      const { tenantName: tenant } = view;
      if (asked.isCancelling) return say(texts.step.of, { step: texts.cancel.title, tenant });
      return proveTitle(words, drawn, asked);
    }
    case "handoff":
      return say(texts.step.of, {
        step: texts.handoff[handoffTitle(view.handoff?.state)],
        tenant: view.tenantName,
      });
    default:
      return outcomeTitle(words, screen, view);
  }
};
