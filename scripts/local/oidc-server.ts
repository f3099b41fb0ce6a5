import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Provider } from "oidc-provider";
import { Foreseen } from "../lib/foreseen.ts";
import { signInPage } from "./oidc-pages.ts";
import type { DemoPerson } from "./oidc-people.ts";
import { type ProviderInput, providerSettings } from "./oidc-provider-settings.ts";

export type RunningOidcServer = { issuer: string; provider: Provider; stop: () => Promise<void> };

const SIGN_IN = /^\/sign-in\/[\w-]+$/;
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
} as const;

/**
 * Serves a provider's interface on this machine's loopback, with a page where people sign in by a click.
 * @param input.people who can be chosen there; for anybody else the answer is "access_denied"
 */
export async function serveOidc(
  provider: Provider,
  input: { port: number; people: readonly DemoPerson[] },
): Promise<RunningOidcServer> {
  const { issuer } = provider;
  const answer = provider.callback();

  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Throws for an address whose cookie this browser does not have.
    await provider.interactionDetails(request, response);
    if (request.method !== "POST") {
      response.writeHead(200, HEADERS).end(signInPage(input.people));
      return;
    }
    const accountId = new URLSearchParams(await text(request)).get("subject") ?? "";
    const isKnown = input.people.some(({ subject }) => subject === accountId);
    const result = isKnown
      ? { login: { accountId } }
      : { error: "access_denied", error_description: "nobody" };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    if (!SIGN_IN.test(pathname)) return answer(request, response);
    signIn(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, HEADERS);
      response.end("This sign-in has ended. Go back to the console and begin again.");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(input.port, "127.0.0.1", resolve);
  });
  return {
    issuer,
    provider,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * A real OpenID Connect provider on this machine's loopback, where people sign in by a click. For trying things
 * out and for tests; never for production.
 */
export async function startOidcServer(
  input: ProviderInput & { port: number; environment: string | undefined },
): Promise<RunningOidcServer> {
  if (input.environment === "production") {
    throw new Foreseen(
      "The demo identity provider is not for LINTEL_ENV=production: set CONSOLE_PROVIDER to your own.",
    );
  }
  return serveOidc(new Provider(`http://localhost:${input.port}`, providerSettings(input)), input);
}
