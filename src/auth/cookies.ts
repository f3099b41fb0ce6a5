import type { AuthOptions } from "next-auth";
import type { Deps } from "#services/context.ts";

type Settings = Pick<Deps, "settings">;

const isSecure = ({ settings }: Settings): boolean => settings.publicUrl.startsWith("https:");

/**
 * RFC 6265bis §4.1.3.2: browsers accept a `__Host-` cookie only from this host over https, so no other subdomain can
 * plant a session. It does not exist over http, in development.
 */
const nameOf = (deps: Settings, name: string): string => `${isSecure(deps) ? "__Host-" : ""}lintel-${name}`;

export const sessionCookieName = (deps: Settings): string => nameOf(deps, "session");

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

/** The cookies of a request, decoded; malformed ones are not ours. */
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

// Earlier versions stored sessions in cookies with these names.
const FORMER = /^(?:__Secure-|__Host-)?next-auth\./;

/** Removes what earlier versions left in the browser. */
export const endedFormerCookies = (request: Request): string[] =>
  Object.keys(cookiesOf(request))
    .filter((name) => FORMER.test(name))
    .map(ended);

/** Removes the session's cookie, if the browser has one. */
export const endedSessionCookies = (deps: Settings, request: Request): string[] =>
  Object.keys(cookiesOf(request))
    .filter((name) => name === sessionCookieName(deps))
    .map(ended)
    .concat(endedFormerCookies(request));

/** Removes the cookies of a sign-in that is over. */
export const endedWayCookies = (deps: Settings): string[] =>
  ["state", "pkce", "nonce"].map((name) => ended(nameOf(deps, name)));
