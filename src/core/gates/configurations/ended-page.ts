/** Shown to a person who sent a form after their proof had ended. */
export type EndedWords = { title: string; text: string; link: string };

export const ENDED_WORDS: EndedWords = {
  title: "Your proof of age has ended",
  text: "Nothing was sent. Prove your age again in a new tab, then come back here, go back to the form and send it again: your browser usually keeps what you typed.",
  link: "Prove your age in a new tab",
};

/**
 * What a person meets who sent a form after their proof ended: nothing was sent, and Back still has what they typed. For
 * configurations, so it is one line without apostrophes, braces, dollar and percent signs. Its style is the browser's, in light and dark.
 * @param start where the age check begins, by the server's own words for the page of the form; without quotation marks
 * @param words HTML
 */
export const endedPage = (
  start: string,
  { title, text, link }: EndedWords = ENDED_WORDS,
  root = 'lang="en"',
): string =>
  [
    `<!doctype html><html ${root}><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title>`,
    '<body style="font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem">',
    `<h1>${title}</h1><p>${text}</p>`,
    `<p><a href="${start}" target="_blank" rel="noopener">${link}</a></p></html>`,
  ].join("");

/**
 * What a `Referer` header has to be for its path, the first group, to lead back to a form of this site; for RE2 and PCRE. Its
 * characters mean nothing in HTML, in a header or to a server's own words, and no other host begins with it.
 */
export const formRefererExpression = (origin: string): string => {
  const characters = "\\w.~!*+,;=:@?%&-";
  return `^${origin.replace(/[.[\]]/g, "\\$&")}(/(?:[${characters}][${characters}/]*)?)$`;
};
