import { isOwnMachine } from "#core/own-machine.ts";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"; // RFC 1123 §2.1
const HOST = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*(?::\\d{1,5})?$`);
const PORT = /:\d+$/;

/** How many hosts a tenant can list. */
export const MAX_CALLBACK_HOSTS = 50;

/**
 * Whether a text names a host in a tenant's list: `shop.example.com`, `*.example.com` for every host below it
 * (not for itself), `localhost:8080` for exactly that port.
 */
export const isCallbackHost = (text: string): boolean =>
  HOST.test(text) && text.length <= 253 && (!text.startsWith("*.") || text.split(".").length > 2);

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
