/**
 * The frame around every screen, and the pages outside a verification. It is a separate file because the
 * error boundaries load it in every browser, and nothing else of the English catalogue; so nothing else
 * belongs here.
 */
export const page = {
  frame: { by: "Age check by", support: "Help from {tenant}", language: "Language" },
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
