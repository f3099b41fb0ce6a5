/** The first screen: who asks, what happens to the data, and the ways to prove it. */
export const start = {
  start: {
    title: "{tenant} asks you to prove that you are {age} or over",
    lead: "Nothing starts before you press a button.",
    learns: {
      term: "What {tenant} learns",
      text: "Whether you are {age} or over and, where your proof says it, your age in years. Not your name, not your birthday, no picture.",
    },
    kept: {
      term: "What is kept",
      text: "Only that answer, how it was proven and when. What you show is deleted as soon as it has been checked.",
    },
    choose: "Choose how you want to prove it",
    onlyWay: "How it works",
    begin: "Start",
    otherWay: "Choose another way",
    back: "Back to the start",
    cancel: "I don’t want to do this",
    noWay: "No way to prove your age can be used here right now. Go back to {tenant} and ask for another.",
  },
  /** `needs`: what to have at hand; `time`: how long it takes; `where`: who processes it, and where. */
  methods: {
    document: {
      name: "Photo of a document",
      needs: "A passport, an ID card, or a driving licence from the United States or Canada",
      time: "About a minute",
      where: "Read on this server and deleted at once. No other company sees it.",
    },
    unknown: { name: "Another way", needs: "", time: "", where: "" },
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
