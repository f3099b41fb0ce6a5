import type { AuthOptions } from "next-auth";
import type { Deps } from "#services/context.ts";

type Settings = Pick<Deps, "settings">;

const isSecure = ({ settings }: Settings): boolean => settings.publicUrl.startsWith("https:");

/**
 * RFC 6265bis §4.1.3.2: a browser takes a `__Host-` cookie from this very host by https only, so no other subdomain can
 * plant a session. Over http, in development, there is no such thing.
 */
const nameOf = (deps: Settings, name: string): string => `${isSecure(deps) ? "__Host-" : ""}lintel-${name}`;

export const sessionCookieName = (deps: Settings): string => nameOf(deps, "session");

/** Of the way to the provider and back; they end with it. */
const wayCookies = (deps: Settings): string[] => ["state", "pkce", "nonce"].map((name) => nameOf(deps, name));

export const callbackCookieName = (deps: Settings): string => nameOf(deps, "callback");

/** next-auth's cookies, under our names. */
export const authCookies = (deps: Settings): NonNullable<AuthOptions["cookies"]> => {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(deps) } as const;
  const cookie = (name: string) => ({ name: nameOf(deps, name), options });
  return {
    sessionToken: cookie("session"),
    callbackUrl: cookie("callback"),
    csrfToken: cookie("csrf"),
    pkceCodeVerifier: cookie("pkce"),
    state: cookie("state"),
    nonce: cookie("nonce"),
  };
};

/** The cookies of a request, decoded; a broken one is somebody else's. */
export const cookiesOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    (request.headers.get("cookie") ?? "").split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) return [];
      try {
        return [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
      } catch {
        return [];
      }
    }),
  );

const ended = (name: string): string => {
  const secure = /^__(?:Host|Secure)-/.test(name) ? "; Secure" : "";
  return `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
};

// Sessions used to be kept in cookies of these names, long ones in several.
const FORMER = /^(?:__Secure-|__Host-)?next-auth\./;

/** Takes away what earlier versions left in the browser. */
export const endedFormerCookies = (request: Request): string[] =>
  Object.keys(cookiesOf(request))
    .filter((name) => FORMER.test(name))
    .map(ended);

/** Takes away the session's cookie, where the browser has one. */
export const endedSessionCookies = (deps: Settings, request: Request): string[] =>
  Object.keys(cookiesOf(request))
    .filter((name) => name === sessionCookieName(deps))
    .map(ended)
    .concat(endedFormerCookies(request));

export const endedWayCookies = (deps: Settings): string[] => wayCookies(deps).map(ended);
