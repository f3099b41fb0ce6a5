import { visibleName } from "../text.ts";

/** https://docs.slack.dev/messaging/formatting-message-text: these three, and nothing else, are control characters. */
const escapedForSlack = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

// Slack reads @here, @channel and @everyone only within <!…>, which escaping ends; a zero-width space keeps clients that
// link bare words from doing so too. The same goes for what begins formatting.
const harmless = (text: string): string =>
  escapedForSlack(visibleName(text).replace(/\s+/g, " "))
    .replace(/@(?=here|channel|everyone)/gi, "@\u200B")
    .replace(/[*_~`]/g, (sign) => `${sign}\u200B`)
    .slice(0, 2_000);

export type SlackText = { title: string; paragraphs: readonly string[]; url: string };

/** The body for an incoming webhook: `text` for notifications, blocks for the channel. Everything in it is escaped. */
export const slackBody = ({ title, paragraphs, url }: SlackText): string =>
  JSON.stringify({
    text: harmless(title),
    unfurl_links: false,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: `*${harmless(title)}*`, verbatim: true } },
      ...paragraphs.map((paragraph) => ({
        type: "section",
        text: { type: "mrkdwn", text: harmless(paragraph), verbatim: true },
      })),
      { type: "section", text: { type: "mrkdwn", text: `<${escapedForSlack(url)}|Look at it>` } },
    ],
  });

/** Whether a text is the address of a Slack incoming webhook (also GovSlack's). */
export const isSlackUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const isHost = ["hooks.slack.com", "hooks.slack-gov.com"].includes(hostname);
  return protocol === "https:" && isHost && port === "" && username + password === "" && pathname.length > 1;
};
