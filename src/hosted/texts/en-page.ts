/**
 * The frame around every screen, and the pages outside a verification. It is a separate file of the English catalogue:
 * the error boundaries load it in every browser, and nothing else of the catalogue.
 */
export const page = {
  frame: { by: "Age check by", support: "Help from {tenant}", language: "Language" },
  test: {
    badge: "Test mode",
    about: "No real check takes place and nothing is billed. Choose an outcome:",
    bar: "This page was opened with a test key.",
    outcomes: {
      approve: { name: "Approve", about: "The person is old enough." },
      under_age: { name: "Under age", about: "The person is one year too young." },
      poor_document: { name: "Poor document", about: "The photo is blurred. Uses one attempt." },
      provider_error: { name: "Provider error", about: "The method fails. Uses one attempt." },
      expire: { name: "Expire", about: "The verification expires now." },
    },
  },
  broken: {
    title: "This page could not be shown",
    text: "Something went wrong on our side. No decision was made, and nothing you sent earlier is lost.",
    reference: "If you contact support, quote",
    again: "Try again",
  },
  missing: {
    title: "Page not found",
    text: "The address may be incomplete or out of date. If a website sent you here for an age check, go back to it and start again.",
  },
} as const;
