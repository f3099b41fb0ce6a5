import { isOwnMachine } from "#core/own-machine.ts";

// Apart from what a list may hold (callback-hosts.ts): the hosted page loads this in the browser, and not that.

const PORT = /:\d+$/;

const matches = (pattern: string, url: { host: string; hostname: string }): boolean => {
  const isPort = PORT.test(pattern);
  const host = isPort ? url.host : url.hostname;
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
};

/** Whether a list allows a callback to an address. An empty list allows any. */
export const allowsCallbackTo = (
  hosts: readonly string[],
  url: { host: string; hostname: string },
): boolean => hosts.length === 0 || hosts.some((pattern) => matches(pattern, url));

const nameOf = (host: string): string => host.replace(PORT, "");
const withPort = (host: string): string => (PORT.test(host) ? host : `${host}:*`);

/**
 * The sites that may frame a tenant's hosted pages, as sources of `frame-ancestors` (CSP Level 3 §6.4.2): its
 * callback hosts, which get the token anyway. An empty list allows any callback but no frame.
 */
export const frameAncestors = (callbackHosts: readonly string[]): string[] =>
  callbackHosts.flatMap((host) =>
    isOwnMachine(nameOf(host))
      ? [`https://${withPort(host)}`, `http://${withPort(host)}`]
      : [`https://${withPort(host)}`],
  );

/**
 * Whether a page of this origin may learn how a verification goes: the same hosts apply, over https (or on
 * this machine).
 */
export const mayEmbed = (callbackHosts: readonly string[], origin: string): boolean => {
  if (callbackHosts.length === 0 || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isOwnMachine(url.hostname));
  return isSafe && url.origin === origin && allowsCallbackTo(callbackHosts, url);
};
