/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: { by: "Age check by", support: "Help from {tenant}", language: "Language" },
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
