import type { ReactNode } from "react";
import { pagePath } from "../view.ts";

type HandoffButtonProps = {
  secret: string;
  intent: "start" | "take_back";
  className: string | undefined;
  children: ReactNode;
};

/** One button that is a form of its own: it works without JavaScript. */
export const HandoffButton = ({ secret, intent, className, children }: HandoffButtonProps) => (
  <form method="post" action={`${pagePath(secret)}/handoff`}>
    <button type="submit" name="intent" value={intent} className={className}>
      {children}
    </button>
  </form>
);
