import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "./ports.ts";

export type LocalOptions = {
  port: number;
  /** LINTEL_ENV of the service that it is started for. */
  environment: string | undefined;
  now?: () => Date;
};

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Serves on this machine's loopback alone, for trying things out and for tests.
 * @param parts.refusal why it is not for production
 * @param parts.onError answers what `handle` could not
 * @throws Error for an environment that is production
 */
export const serveLocally = async (
  { port, environment }: LocalOptions,
  parts: { refusal: string; handle: Handle; onError: (response: ServerResponse, error: unknown) => void },
) => {
  if (environment === "production") throw new Error(parts.refusal);
  const server = createServer((request, response) => {
    parts.handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.end();
      else parts.onError(response, error);
    });
  });
  return { url: `http://localhost:${port}`, stop: await listenLocally(server, port) };
};

/** Whether another site's page, or one under another name for this address, asks: it must not speak for the person. */
export const isForeign = ({ headers: { host, origin } }: IncomingMessage, url: string): boolean =>
  host !== new URL(url).host || (origin !== undefined && origin !== url);
