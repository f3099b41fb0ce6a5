import { once } from "node:events";
import { escapeHtml } from "#core/text.ts";
import { onFreePort } from "./ports.ts";
import { serveLocally } from "./serve.ts";
import { step } from "./terminal.ts";

// A mail server on this computer that keeps what it gets and passes nothing on, with a page that shows it: invitations
// and alerts can be tried out without a mail server.

const USUAL_PORTS = { page: 3985, smtp: 3990 } as const;
const KEPT = 50;
const LARGEST_BYTES = 1024 * 1024;

type Kept = { to: string; subject: string; text: string; at: string };

// Only links to the service: those of its mails.
const linked = (text: string, serviceUrl: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+[^\s<.]/g, (url) =>
    url.startsWith(serviceUrl) ? `<a href="${url}">${url}</a>` : url,
  );

const pageOf = (mails: readonly Kept[], serviceUrl: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<title>Mail (${mails.length})</title>
<style>
:root { color-scheme: light dark }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1.25rem; font: 1rem/1.5 system-ui, sans-serif }
article { margin: 1rem 0; padding: 1rem; border: 1px solid light-dark(#ddd, #444); border-radius: .5rem }
h2 { margin: 0; font-size: 1.05rem } p { margin: 0 0 .5rem; color: light-dark(#555, #bbb) }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
</style></head>
<body><h1>Mail</h1>
<p>What the service sent by e-mail since it was started. Nothing of it has left this computer.</p>
${mails
  .map(
    ({ to, subject, text, at }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, <time>${escapeHtml(at)}</time></p><pre>${linked(text, serviceUrl)}</pre></article>`,
  )
  .join("\n")}
${mails.length === 0 ? "<p>None so far. Invite someone in the console, with an address.</p>" : ""}
</body></html>
`;

/**
 * Starts the sink and sets SMTP_URL and MAIL_FROM to it. In development only, and not where SMTP_URL is set.
 * @returns where mails are read
 */
export async function openMailSink(
  env: NodeJS.ProcessEnv,
  stack: AsyncDisposableStack,
): Promise<string | undefined> {
  if (env.LINTEL_ENV === "production" || env.SMTP_URL !== undefined) return undefined;
  return step("mail", "starting the mail server", async () => {
    const { SMTPServer } = await import("smtp-server");
    const { simpleParser } = await import("mailparser");
    const mails: Kept[] = [];
    const smtpPort = await onFreePort(USUAL_PORTS.smtp, async (port) => {
      const server = new SMTPServer({
        disabledCommands: ["AUTH", "STARTTLS"],
        size: LARGEST_BYTES,
        closeTimeout: 100,
        onData: (stream, { envelope }, done) => {
          simpleParser(stream).then(
            ({ subject = "", text = "", date }) => {
              const to = envelope.rcptTo.map(({ address }) => address).join(", ");
              mails.unshift({ to, subject, text, at: (date ?? new Date()).toISOString() });
              mails.length = Math.min(mails.length, KEPT);
              done();
            },
            () => done(new Error("cannot be read")),
          );
        },
      });
      server.on("error", () => {}); // of one connection
      server.listen(port, "127.0.0.1");
      await once(server.server, "listening");
      stack.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
      return port;
    });
    const page = await onFreePort(USUAL_PORTS.page, (port) =>
      serveLocally(
        { port, environment: env.LINTEL_ENV },
        {
          refusal: "The mail sink is not for production.",
          handle: async (_request, response) => {
            response.setHeader("content-type", "text/html; charset=utf-8");
            response.setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
            response.setHeader("referrer-policy", "no-referrer");
            response.end(pageOf(mails, env.PUBLIC_URL ?? ""));
          },
          onError: (response) => response.writeHead(500).end(),
        },
      ),
    );
    stack.defer(() => page.stop());
    Object.assign(env, {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      SMTP_TLS: "off",
      MAIL_FROM: "Lintel <lintel@localhost.example>",
    });
    return { said: `${page.url}, shows what the service sends`, result: page.url };
  });
}
