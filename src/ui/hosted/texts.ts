/** Every text of the hosted page but those of the problems: one place, so that translations can follow. */
export const LANG = "en";

type Asked = { tenant: string; age: number };

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const texts = {
  start: {
    title: ({ tenant, age }: Asked) => `${tenant} asks you to prove that you are ${age} or over`,
    onlyWay: (tenant: string) =>
      `${tenant} accepts one way to do this: a photo of a passport, ID card or licence. It takes about a minute.`,
    choose: "Choose how you want to prove it",
    otherWay: "Choose another way",
    noWay: (tenant: string) =>
      `No way to prove your age can be used here right now. Go back to ${tenant} and ask for another.`,
    timeLeft: (minutes: number) =>
      minutes < 1
        ? "This page is about to close."
        : `Take your time. This page stays open for ${minutes} more ${plural(minutes, "minute", "minutes")}.`,
  },
  methods: {
    document: { name: "Photo of a document", about: "A passport, an ID card, or a North American licence" },
    other: { name: "Another way", about: "" },
  },
  document: {
    heading: "Photograph your document",
    which:
      "A passport’s photo page, an ID card’s side with the lines of letters and <<<, or the back of a driving licence from the United States or Canada.",
    tips: [
      "The <<< lines, or the whole barcode, are in the picture",
      "Bright, even light and no reflection",
      "Letters and fine lines are sharp",
    ],
    drawing: "Drawing: the back of a licence. Below the magnetic stripe is a wide block of fine black lines.",
    field: "Photo of your document",
    choose: "Choose a photo",
    chooseOther: "Choose another photo",
    camera: "Take a photo",
    formats: "JPEG, PNG or WebP, up to 12 MB",
    preview: "Your photo. Are letters and fine lines sharp?",
    submit: "Check my age",
    cameraSubmit: "Check this photo",
    preparing: "Preparing your photo",
    sending: "Sending your photo",
    checking: "Reading the document",
    wrongType: "This file is not a JPEG, PNG or WebP picture. Choose another one.",
  },
  privacy: {
    brief: (tenant: string) =>
      `Your photo is read on this server and deleted at once. ${tenant} never sees it.`,
    more: "What is kept, and who learns what",
    rows: ({ tenant, age }: Asked) => [
      {
        term: "Deleted at once",
        text: "The photo, your name, your date of birth and everything else on the document.",
      },
      {
        term: "Kept here",
        text: `The answer (${age} or over, or not), your age in years, the kind of document and the time.`,
      },
      {
        term: `${tenant} learns`,
        text: "The same: the answer, your age in years, the kind of document and the time.",
      },
      {
        term: "Nobody else",
        text: "No other company takes part, and this page loads nothing from elsewhere.",
      },
    ],
  },
  attempts: (left: number) => (left === 1 ? "You can try one more time." : `You can try ${left} more times.`),
  approved: {
    title: ({ age }: Asked) => `You have shown that you are ${age} or over`,
    text: ({ tenant }: Asked) =>
      `${tenant} gets the answer without your name or date of birth. Your photo was not kept.`,
    go: (tenant: string) => `Continue to ${tenant}`,
  },
  rejected: {
    title: ({ age }: Asked) => `The check shows an age under ${age}`,
    text: ({ tenant, age }: Asked) =>
      `The check itself worked, so another photo of the same document will not change its answer. ${tenant} asks for ${age} or over. It is told the answer, without your name or date of birth.`,
    next: ({ tenant }: Asked) => [
      "If this is wrong, make sure that the document is yours and still valid.",
      `Then ask ${tenant} for a new check.`,
    ],
    go: (tenant: string) => `Back to ${tenant}`,
  },
  failed: {
    title: "We could not check your age",
    text: "This is no decision about your age. All attempts are used, and none of them could be read.",
    last: (title: string) => `The last one: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`,
    next: ({ tenant }: Asked) => [
      `Go back to ${tenant} and start again: you get a new page and new attempts.`,
      "Try in daylight, with the document flat on a dark table.",
      `If your document is worn, ask ${tenant} for another way.`,
    ],
    go: (tenant: string) => `Back to ${tenant}`,
  },
  expired: {
    title: "This page has run out of time",
    text: () => "Nothing was decided, and no photo was kept.",
    next: ({ tenant }: Asked) => [`Go back to ${tenant} and start again: that opens a new page.`],
    go: (tenant: string) => `Back to ${tenant}`,
  },
  wayBack: {
    next: "What you can do now",
    close: (tenant: string) => `You can close this page and go back to ${tenant}.`,
    soon: (seconds: number) => `Going there by itself in ${seconds} ${plural(seconds, "second", "seconds")}.`,
    stay: "Stay here",
  },
  test: {
    badge: "Test mode",
    about: "No real check takes place and nothing is billed. Choose what should happen:",
    bar: "This page was opened with a test key.",
    outcomes: {
      approve: { name: "Approve", about: "The person is old enough." },
      under_age: { name: "Under age", about: "The person is one year too young." },
      poor_document: { name: "Poor document", about: "The photo is blurred; uses one attempt." },
      provider_error: { name: "Provider error", about: "The method breaks; uses one attempt." },
      expire: { name: "Expire", about: "The time runs out now." },
    },
  },
  frame: { by: "Age check by", support: (tenant: string) => `Help from ${tenant}` },
  broken: {
    title: "This page could not be shown",
    text: "Something failed on our side. Nothing was decided, and nothing that you sent before is lost.",
    reference: "If you ask somebody about it, quote",
    again: "Try again",
  },
  missing: {
    title: "There is no such page",
    text: "The address may be incomplete or out of date. If a website sent you here for an age check, go back to it and start again.",
  },
} as const;
