import { type PageView, screenOf } from "./view.ts";
import type { Words } from "./words.ts";

const handoffTitle = (state: NonNullable<PageView["handoff"]>["state"] | undefined) => {
  if (state === "opened") return "openedTitle";
  if (state === "taken_back") return "takenBackTitle";
  return state === "expired" ? "expiredTitle" : "title";
};

/** The document's title: the first thing that a screen reader says after a form was sent. */
export const titleOf = ({ texts, say }: Words, view: PageView | null): string => {
  if (!view) return texts.missing.title;
  const asked = { tenant: view.tenantName, age: view.minimumAge };
  const screen = screenOf(view);
  switch (screen) {
    case "prove":
      return say(texts.start.title, asked);
    case "handoff":
      return texts.handoff[handoffTitle(view.handoff?.state)];
    case "approved":
    case "rejected":
      return say(texts[screen].title, asked);
    case "failed":
    case "expired":
    case "cancelled":
      return texts[screen].title;
    default:
      return screen satisfies never;
  }
};
