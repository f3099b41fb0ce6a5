import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { loadConfig } from "#config/config.ts";
import { misspeltSettings } from "#config/faults.ts";
import { ensureRequestId } from "#platform/log.ts";
import { freezeIntrinsics } from "#platform/process/intrinsics.ts";
import { program } from "#program.ts";
import { believeExtraCa } from "#runtime/authorities.ts";
import { getDeps } from "#runtime/runtime.ts";
import { endWhenBroken } from "#runtime/self-check.ts";
import { checkSecretsAtStart, endOnWrongSecrets } from "#runtime/start-check.ts";
import { commonHeaders, ensureHeaders } from "./http-server.ts";
import { giveSignsOfLife } from "./signs-of-life.ts";

// `next start` in place of main.ts: the server is Next's, and its route files answer the interface by the same dispatch.
// docs/deployment.md lists what is missing then.

/** Node publishes it in the turn of each request, before the server's own listener gets it. */
const REQUEST_START = "http.server.request.start";

/**
 * Makes Next's own process a service: the program for Next's files, and headers that they can believe.
 * @throws ConfigError | SigningKeyError | WrongSecretsError
 */
export const startNextAlone = async (): Promise<void> => {
  const config = loadConfig();
  believeExtraCa(config.EXTRA_CA_FILE);
  for (const sentence of misspeltSettings()) console.error(sentence);
  await checkSecretsAtStart(config, endOnWrongSecrets);
  const always = Object.entries(commonHeaders(config.PUBLIC_URL.startsWith("https:")));
  subscribe(REQUEST_START, (message) => {
    if (typeof message !== "object" || message === null) return;
    if (!("request" in message && message.request instanceof IncomingMessage)) return;
    if (!("response" in message && message.response instanceof ServerResponse)) return;
    for (const [name, value] of always) message.response.setHeader(name, value);
    ensureRequestId(message.request.headers);
    ensureHeaders(message.request, config.TRUSTED_PROXY_HOPS);
  });
  globalThis.lintelProgram = program;
  const deps = await getDeps();
  endWhenBroken(deps);
  // Next ends the process without a word to us, so its last sign stays and is forgotten in time.
  await giveSignsOfLife(deps);
  freezeIntrinsics();
};
