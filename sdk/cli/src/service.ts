import { CliError, EXIT } from "./command.ts";
import { readSignIn, type SignIn } from "./config-file.ts";
import type { Io } from "./io.ts";

/** A service and the key to call it with. */
export type Service = { url: string; apiKey: string };

// The service writes the mode into each key.
export const isLiveKey = (apiKey: string): boolean => apiKey.startsWith("avk_live_");
export const isTestKey = (apiKey: string): boolean => apiKey.startsWith("avk_test_");

/**
 * The address of a service without a trailing slash.
 * @throws CliError (2) for anything but https; plain http only to this machine, since the key would be readable on the way
 */
export function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new CliError(
      `"${text}" is not a service address. Write it as https://age.example.com.`,
      EXIT.usage,
    );
  if (url.username !== "" || url.password !== "")
    throw new CliError("A service address holds no user name or password. Remove them.", EXIT.usage);
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new CliError(
      `${url.origin} is not encrypted, and the API key would be readable on the way. Use https.`,
      EXIT.usage,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** This machine itself: 127.0.0.0/8, ::1 and localhost (RFC 6761 §6.3). */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

/** The service that `--url`, `LINTEL_URL` or the kept sign-in names, in this order; undefined when none does. */
export function chosenUrl(io: Io, option?: string): string | undefined {
  const text = option ?? filled(io.env.LINTEL_URL) ?? readSignIn(io.configFile)?.url;
  return text === undefined ? undefined : serviceUrl(text);
}

/**
 * The service and the key that a command uses. A kept key goes only to the service that gave it: with another address,
 * the key of that service has to be in the environment.
 * @throws CliError (3) that says how to sign in
 */
export function requireService(io: Io, option?: string): Service {
  const fromEnvironment = filled(io.env.LINTEL_API_KEY);
  const kept: SignIn | null = fromEnvironment === undefined ? readSignIn(io.configFile) : null;
  const url = chosenUrl(io, option);
  if (url === undefined)
    throw new CliError("No service is chosen. Run lintel login --url https://age.example.com.", EXIT.refused);
  const apiKey = fromEnvironment ?? (kept !== null && serviceUrl(kept.url) === url ? kept.apiKey : undefined);
  if (apiKey === undefined)
    throw new CliError(`You are not signed in at ${url}. Run lintel login --url ${url}.`, EXIT.refused);
  return { url, apiKey: requireHeaderText(apiKey) };
}

const filled = (text: string | undefined): string | undefined => (text?.trim() ? text.trim() : undefined);

/** @throws CliError (3): fetch's own error for a header that it cannot send would quote the key */
function requireHeaderText(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new CliError("The API key holds characters that no key has. Copy it again.", EXIT.refused);
}
