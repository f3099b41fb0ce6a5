/** Stopping on purpose, the time that is left, and a connection that is away. */
export const session = {
  cancel: {
    title: "Do you want to stop?",
    text: "Nothing will be decided about your age. {tenant} is told only that you stopped.",
    after: "This page then closes for good. You can ask {tenant} for a new check at any time.",
    yes: "Yes, stop",
    no: "No, go on",
  },
  time: {
    left: {
      one: "This page stays open for {count} more minute.",
      other: "This page stays open for {count} more minutes.",
    },
    closing: "This page closes in less than a minute.",
    after: "If the time runs out, nothing is lost: {tenant} can open a new page for you.",
  },
  offline: {
    waiting: "You are offline. This page goes on by itself as soon as you are connected again.",
    unsent: "You are offline. What you chose is sent by itself as soon as you are connected again.",
    back: "You are connected again.",
  },
} as const;
