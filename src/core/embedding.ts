import { allowsCallbackTo } from "./callback-host.ts";

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3})(?::\d+)?$/;

const withPort = (host: string): string => (/:\d+$/.test(host) ? host : `${host}:*`);

/**
 * Who may frame a tenant's hosted pages, as sources of `frame-ancestors` (CSP Level 3 §6.4.2): the hosts that its
 * callbacks may go to. They are given the token anyway. No list means any callback, and no frame at all.
 */
export const frameAncestors = (callbackHosts: readonly string[]): string[] =>
  callbackHosts.flatMap((host) =>
    LOOPBACK.test(host)
      ? [`https://${withPort(host)}`, `http://${withPort(host)}`]
      : [`https://${withPort(host)}`],
  );

/** Whether a page of this origin may be told how a verification goes: the same hosts, by https (or on this machine). */
export const mayEmbed = (callbackHosts: readonly string[], origin: string): boolean => {
  if (callbackHosts.length === 0 || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.host));
  return isSafe && url.origin === origin && allowsCallbackTo(callbackHosts, url);
};
