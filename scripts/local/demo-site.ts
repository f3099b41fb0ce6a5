import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { listenLocally, onFreePort } from "./ports.ts";
import { step } from "./terminal.ts";

// A small shop on this computer with a gate before it: what a site's own server has to do, in a page of code. It asks the
// check about each request, and forwards the gate's addresses, as docs/gate.md shows for real servers.

const USUAL_PORT = 3970;

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Demo wine shop</title>
<style>
:root { color-scheme: light dark; --soft: light-dark(#f6f1ee, #241c1f); --wine: light-dark(#7b1e3a, #e8a3b5) }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.5rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { color: var(--wine); line-height: 1.2 }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
li { padding: 1rem 1.25rem; border-radius: .75rem; background: var(--soft) }
li b { display: block }
a { color: var(--wine) }
</style></head>
<body>
<h1>Demo wine shop</h1>
<p>You can see these wines because you proved that you are 18 or over. Reload: nothing is asked again while the proof counts.</p>
<ul><li><b>Lintel Red</b> Dry, 2019<li><b>Doorstep White</b> Crisp, 2024<li><b>Threshold Rosé</b> Light, 2025</ul>
<p><a href="/.well-known/lintel/leave">Forget my proof</a> to meet the age check again.</p>
</body>
</html>
`;

/** The demo site, which answers once it knows its gate. */
export type DemoSite = {
  url: string;
  /** @param siteId of its gate @param serviceUrl where Lintel answers */
  protectBy(siteId: string, serviceUrl: string, cookieName: string): void;
};

type Gate = { prefix: string; serviceUrl: string; siteId: string; cookieName: string };

/** Asks the service as it was asked, and passes on what it answers. */
const forward = (gate: Gate, asked: IncomingMessage, answer: ServerResponse): void => {
  const path = (asked.url ?? "").slice(gate.prefix.length);
  const { connection: _connection, host: _host, ...headers } = asked.headers;
  const sent = request(`${gate.serviceUrl}/gate/${gate.siteId}${path}`, { method: asked.method, headers });
  sent.on("response", (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  sent.on("error", () => answer.writeHead(502).end("The age check does not answer.\n"));
  asked.pipe(sent);
};

/**
 * What the gate says about a request. It gets the cookies, and where the visitor wants to go. Not by `fetch`, which
 * replaces Sec-Fetch-Mode with its own: then no visitor would be led to the age check.
 */
const check = async ({ serviceUrl, siteId }: Gate, asked: IncomingMessage): Promise<IncomingMessage> => {
  const { cookie, accept, "sec-fetch-mode": mode } = asked.headers;
  const told = { "x-original-uri": asked.url ?? "/", cookie, accept, "sec-fetch-mode": mode };
  const headers = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const sent = request(`${serviceUrl}/gate/${siteId}/check?mode=redirect`, { headers });
  const answered = once(sent, "response");
  sent.end();
  const [verdict]: IncomingMessage[] = await answered;
  if (!verdict) throw new Error("no answer");
  return verdict.resume();
};

const answerVisitor = async (gate: Gate, asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
  const verdict = await check(gate, asked);
  if (verdict.statusCode === 204) {
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    answer.end(PAGE);
    return;
  }
  answer.writeHead(verdict.statusCode ?? 502, verdict.headers).end();
};

const respond = (gate: Gate | undefined, asked: IncomingMessage, answer: ServerResponse): void => {
  if (!gate) answer.writeHead(503).end("Lintel is starting.\n");
  else if (asked.url === "/.well-known/lintel/leave")
    answer.writeHead(303, { location: "/", "set-cookie": `${gate.cookieName}=; Path=/; Max-Age=0` }).end();
  else if (asked.url?.startsWith(`${gate.prefix}/`)) forward(gate, asked, answer);
  else
    answerVisitor(gate, asked, answer).catch(() =>
      answer.writeHead(502).end("The age check does not answer.\n"),
    );
};

/** Starts the demo site. In development only. */
export async function openDemoSite(
  env: NodeJS.ProcessEnv,
  stack: AsyncDisposableStack,
): Promise<DemoSite | undefined> {
  if (env.LINTEL_ENV === "production") return undefined;
  return step("site", "starting the demo site", async () => {
    let gate: Gate | undefined;
    const port = await onFreePort(USUAL_PORT, async (free) => {
      stack.defer(
        await listenLocally(
          createServer((asked, answer) => respond(gate, asked, answer)),
          free,
        ),
      );
      return free;
    });
    const url = `http://localhost:${port}`;
    return {
      said: `${url}, with a gate before it`,
      result: {
        url,
        protectBy: (siteId, serviceUrl, cookieName) => {
          gate = { prefix: `/.well-known/lintel/${siteId}`, serviceUrl, siteId, cookieName };
        },
      },
    };
  });
}
