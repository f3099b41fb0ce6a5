/** Who asks, the ways to prove it, and what happens to the data. */
export const start = {
  start: {
    title: "{tenant} asks you to prove that you are {age} or over",
    onlyWay:
      "{tenant} accepts one way to do this: a photo of a passport, ID card or licence. It takes about a minute.",
    choose: "Choose how you want to prove it",
    otherWay: "Choose another way",
    noWay: "No way to prove your age can be used here right now. Go back to {tenant} and ask for another.",
    closing: "This page is about to close.",
    timeLeft: {
      one: "Take your time. This page stays open for {count} more minute.",
      other: "Take your time. This page stays open for {count} more minutes.",
    },
  },
  methods: {
    document: { name: "Photo of a document", about: "A passport, an ID card, or a North American licence" },
    unknown: { name: "Another way", about: "" },
  },
  privacy: {
    brief: "Your photo is read on this server and deleted at once. {tenant} never sees it.",
    more: "What is kept, and who learns what",
    deleted: {
      term: "Deleted at once",
      text: "The photo, your name, your date of birth and everything else on the document.",
    },
    kept: {
      term: "Kept here",
      text: "The answer ({age} or over, or not), your age in years, the kind of document and the time.",
    },
    learns: {
      term: "{tenant} learns",
      text: "The same: the answer, your age in years, the kind of document and the time.",
    },
    nobody: {
      term: "Nobody else",
      text: "No other company takes part, and this page loads nothing from elsewhere.",
    },
  },
} as const;
