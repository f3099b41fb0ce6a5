import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Signer } from "../issuer/authority.ts";
import { testSigner } from "../issuer/test-issuer.ts";
import { networkTo } from "../wallet/network.ts";
import { consentPage, declinedPage, homePage, refusedPage, sharedPage } from "./pages.ts";
import { giveAnswer, pendingRequests, personCalled } from "./requests.ts";

export type DemoWallet = { url: string; stop(): Promise<void> };

type DemoWalletOptions = {
  port: number;
  /** LINTEL_ENV of the service that it is started for. */
  environment: string | undefined;
  /** Origins of the services that it answers. */
  services: readonly string[];
  now?: () => Date;
};

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  // Not no-referrer: a form would then be posted with the origin "null".
  "referrer-policy": "same-origin",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
} as const;

const ANSWERED = "This request was answered already. Begin again where it came from.";
const NOT_OURS = "This page answers to its own address only.";

/**
 * A wallet as a web page on this machine's loopback. For trying things out and for tests; never for production.
 * @throws for an environment that is production
 */
export const startDemoWallet = async (options: DemoWalletOptions): Promise<DemoWallet> => {
  const { port, environment, services, now = () => new Date() } = options;
  if (environment === "production") {
    throw new Error("The demo wallet is not for LINTEL_ENV=production: its attestations prove nothing.");
  }
  const url = `http://localhost:${port}`;
  const network = networkTo(services);
  const requests = pendingRequests(network);
  /** For the whole life of the wallet, made when it is needed first. */
  let signer: Promise<Signer> | undefined;
  const answers = giveAnswer(network, () => (signer ??= testSigner(now())), now);

  const show = (response: ServerResponse, body: string, status = 200): void => {
    response.writeHead(status, HEADERS).end(body);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(request));
    const pending = requests.take(form.get("id") ?? "");
    if (!pending) return show(response, homePage(ANSWERED), 410);
    const person = personCalled(form.get("person"));
    const isShared = form.get("decision") === "share" && person !== undefined;
    const posted = isShared
      ? await answers.share(pending, person, form.get("credential"))
      : await answers.decline(pending);
    if (posted.redirectUri !== null) {
      response.writeHead(303, { ...HEADERS, location: posted.redirectUri }).end();
      return;
    }
    if (!isShared) return show(response, declinedPage(pending));
    show(response, posted.isAccepted ? sharedPage(pending) : refusedPage(pending));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Another site's page, or another name for this address, must not speak for the person.
    const { host, origin } = request.headers;
    if (host !== `localhost:${port}` || (origin !== undefined && origin !== url)) {
      return show(response, homePage(NOT_OURS), 403);
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    if (request.method === "POST" && pathname === "/answer") return answer(request, response);
    if (request.method !== "GET" || pathname !== "/")
      return show(response, homePage("There is no such page."), 404);
    const link = searchParams.get("request")?.trim() ?? "";
    show(response, link === "" ? homePage() : consentPage(await requests.open(link)));
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : "something broke";
      if (response.headersSent) response.end();
      else show(response, homePage(`The wallet cannot answer this request: ${why}`), 400);
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url,
    stop: async () => {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
};
