import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Handle, isForeign, type LocalOptions, serveLocally } from "../../../scripts/local/serve.ts";
import type { Signer } from "../issuer/authority.ts";
import { testSigner } from "../issuer/test-issuer.ts";
import { networkTo } from "../wallet/network.ts";
import { applePage } from "./apple-page.ts";
import { consentPage, declinedPage, homePage, refusedPage, sharedPage } from "./pages.ts";
import { giveAnswer, pendingRequests, personCalled } from "./requests.ts";

export type DemoWallet = Awaited<ReturnType<typeof startDemoWallet>>;

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
 * @param options.services origins of the services that it answers
 * @param options.readerRoots DER; the roots of readers that it knows where it does as Apple Wallet would
 * @throws for an environment that is production
 */
export const startDemoWallet = async (
  options: LocalOptions & { services: readonly string[]; readerRoots?: readonly Uint8Array[] },
) => {
  const { port, services, readerRoots = [], now = () => new Date() } = options;
  const url = `http://localhost:${port}`;
  const network = networkTo(services);
  const requests = pendingRequests(network);
  /** For the whole life of the wallet, made when it is needed first. */
  let signer: Promise<Signer> | undefined;
  const answers = giveAnswer(network, () => (signer ??= testSigner(now())), now);

  const show = (response: ServerResponse, body: string, status = 200): void => {
    response.writeHead(status, HEADERS).end(body);
  };

  const answer: Handle = async (request, response) => {
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

  const handle: Handle = async (request, response) => {
    if (isForeign(request, url)) return show(response, homePage(NOT_OURS), 403);
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    if (request.method === "POST" && pathname === "/answer") return answer(request, response);
    if (pathname === "/apple") {
      const form = request.method === "POST" ? new URLSearchParams(await text(request)) : null;
      const { body, status } = applePage(form, { roots: readerRoots, now: now() });
      return show(response, body, status);
    }
    if (request.method !== "GET" || pathname !== "/")
      return show(response, homePage("There is no such page."), 404);
    const link = searchParams.get("request")?.trim() ?? "";
    show(response, link === "" ? homePage() : consentPage(await requests.open(link)));
  };

  return serveLocally(options, {
    refusal: "The demo wallet is not for LINTEL_ENV=production: its attestations prove nothing.",
    handle,
    onError: (response, error) => {
      const why = error instanceof Error ? error.message : "something broke";
      show(response, homePage(`The wallet cannot answer this request: ${why}`), 400);
    },
  });
};
