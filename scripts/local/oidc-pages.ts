import type { DemoPerson } from "./oidc-people.ts";

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.25rem; }
  button { font: inherit; width: 100%; padding: 0.75rem 1rem; margin: 0.25rem 0; text-align: left; cursor: pointer; }
  small { display: block; opacity: 0.75; }
</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`;

const buttonFor = ({ subject, name, about }: DemoPerson): string =>
  `<button name="subject" value="${escapeHtml(subject)}">${escapeHtml(name)}<small>${escapeHtml(about)}</small></button>`;

/** Who do you want to be? The provider is for this machine only, so nobody has a password. */
export const signInPage = (people: readonly DemoPerson[]): string =>
  page(
    "Sign in to the local demo",
    `<form method="post">${people.map(buttonFor).join("")}</form>
     <p><small>This provider runs on this machine for trying things out, and asks for no password.</small></p>`,
  );

/** @param form the provider's own, with its guard against other sites; its id is op.logoutForm */
export const signOutPage = (form: string): string =>
  page(
    "Sign out of the local demo?",
    `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  );

export const signedOutPage = (): string => page("You are signed out", "");

export const brokenPage = (error: string, description: string): string =>
  page("That did not work", `<p>${escapeHtml(error)}: ${escapeHtml(description)}</p>`);
