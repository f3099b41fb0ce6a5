import { isOfTests } from "#core/policy/method-id.ts";
import { problemOn } from "#hosted/frame/own-problem.ts";
import type { PageView, Problem, WalletView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { type ScreenMethod, screenMethod } from "./method-choice.tsx";
import { providerOf } from "./provider-button.tsx";

export type ProveStep = {
  /** The method whose form is shown; null: the first screen, with a choice. */
  method: ScreenMethod | null;
  /** The first screen, alone or with the form of the only method below it. */
  isFirst: boolean;
  /** The methods to choose from, in the tenant's order, and those among them that lead elsewhere. */
  methods: string[];
  providers: string[];
  /** The problem that the form or the choice shows as its own. */
  own: Problem | null;
  /** What another method found, where the person did not choose this one: the page has to say it. */
  other: Problem | null;
};

/** Whether a method's form waits for something that was begun: a code to scan, or an app to open. */
const WAITS: Record<ScreenMethod, (wallet: WalletView | null) => boolean> = {
  document: () => false,
  voucher: () => false,
  sandbox: () => false,
  wallet: (wallet) => (wallet?.link ?? wallet?.qr ?? null) !== null,
};

type Shown = Pick<PageView, "methods" | "mode" | "providers">;

/**
 * The step of an open check. A single method needs no separate screen before its form, and a test's page
 * opens with the sandbox, whatever else it offers.
 */
export const proveStep = (
  words: Words,
  view: Shown,
  chosen: string | null,
  problem: Problem | null,
  wallet: WalletView | null,
): ProveStep => {
  const panels = view.methods.flatMap((id) => screenMethod(id) ?? []);
  const providers = view.methods.filter((id) => providerOf(view, id) !== null);
  const methods = view.methods.filter((id) => panels.some((known) => known === id) || providers.includes(id));
  const isOnly = methods.length === 1;
  const preset = view.mode === "test" || isOnly ? panels[0] : undefined;
  const method = panels.find((id) => id === chosen) ?? preset ?? null;
  // A code to scan and an app to open are separate steps, and so is a form that comes back with a problem.
  const isWaiting = method !== null && WAITS[method](wallet);
  const own = problemOn(words, method, problem, wallet);
  const other = own === null && chosen !== method ? problem : null;
  const isBegun = !isOfTests(method) && (own !== null || isWaiting);
  const isFirst = method === null || (method === preset && !isBegun);
  return { method, isFirst, methods, providers, own, other };
};

/** The name of a method's step, which is its heading and its title. */
export const stepName = ({ texts }: Words, method: ScreenMethod, wallet: WalletView | null): string => {
  const ofWallet = (): string => {
    if (wallet?.link) return texts.wallet.link.heading;
    return wallet?.qr ? texts.wallet.qr.heading : texts.wallet.heading;
  };
  const names: Record<ScreenMethod, string> = {
    document: texts.document.heading,
    voucher: texts.voucher.heading,
    sandbox: texts.test.badge,
    wallet: ofWallet(),
  };
  return names[method];
};
