/** How it ended, and the way back to who asked. */
export const outcomes = {
  approved: {
    title: "You have shown that you are {age} or over",
    text: "{tenant} gets the answer without your name or date of birth. Nothing that you showed was kept.",
    go: "Continue to {tenant}",
  },
  rejected: {
    title: "The check shows an age under {age}",
    text: "The check itself worked, so trying again with the same document or wallet will not change its answer. {tenant} asks for {age} or over. It is told the answer, without your name or date of birth.",
    next: [
      "If this is wrong, make sure that the document is yours and still valid.",
      "Then ask {tenant} for a new check.",
    ],
    go: "Back to {tenant}",
  },
  failed: {
    title: "We could not check your age",
    text: "This is no decision about your age. All attempts are used, and none of them could be read.",
    last: "The last attempt: {problem}.",
    next: [
      "Go back to {tenant} and start again: you get a new page and new attempts.",
      "Try in daylight, with the document flat on a dark table.",
      "If your document is worn, ask {tenant} for another way.",
    ],
    go: "Back to {tenant}",
  },
  expired: {
    title: "This page has run out of time",
    text: "Nothing was decided, and nothing that you showed was kept.",
    next: ["Go back to {tenant} and start again: that opens a new page."],
    go: "Back to {tenant}",
  },
  cancelled: {
    title: "You stopped this check",
    text: "Nothing was decided about your age. {tenant} was told only that you stopped.",
    next: ["Go back to {tenant}: there may be another way, or you can ask for a new check."],
    go: "Back to {tenant}",
  },
  wayBack: {
    next: "What you can do now",
    close: "You can close this page and go back to {tenant}.",
    soon: {
      one: "Going there by itself in {count} second.",
      other: "Going there by itself in {count} seconds.",
    },
    stay: "Stay here",
  },
} as const;
