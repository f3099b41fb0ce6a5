import { escapeHtml } from "../text.ts";
import type { MailContent } from "./mail.ts";

/** What stands below every mail. */
export type MailFrame = {
  /** OPERATOR_NAME; null: not said. */
  operatorName: string | null;
  publicUrl: string;
  /** Whether answers go to someone (MAIL_REPLY_TO). */
  isAnswered: boolean;
};

const footerOf = ({ operatorName, publicUrl, isAnswered }: MailFrame): string => {
  const name = operatorName === null ? "" : ` by ${operatorName}`;
  return `This e-mail was sent${name} from ${publicUrl}.${isAnswered ? "" : " Please do not reply to it."}`;
};

/** As plain text (RFC 3676 is not used: one line is one paragraph). */
const textOf = ({ paragraphs, action }: MailContent, frame: MailFrame): string =>
  [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), `-- \n${footerOf(frame)}`].join(
    "\n\n",
  );

/** One column of text: no picture, no style sheet, nothing that is fetched. */
const htmlOf = ({ subject, paragraphs, action }: MailContent, frame: MailFrame): string => {
  const paragraph = (html: string, style = ""): string => `<p style="margin:0 0 16px${style}">${html}</p>`;
  const link =
    action &&
    `<a href="${escapeHtml(action.url)}" style="color:#0b57d0;font-weight:600">${escapeHtml(action.label)}</a>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:36em">',
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    ...(link ? [paragraph(link)] : []),
    paragraph(escapeHtml(footerOf(frame)), ";font-size:14px;opacity:.75"),
    "</div></body></html>",
  ].join("\n");
};

/** The two forms of a mail: both say the same. */
export const renderMail = (content: MailContent, frame: MailFrame): { text: string; html: string } => ({
  text: textOf(content, frame),
  html: htmlOf(content, frame),
});
