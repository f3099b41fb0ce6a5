import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";

// Each is made once and then kept: what was sealed, hashed or signed with it is lost without it.
const SECRETS: Record<string, () => string | Promise<string>> = {
  SECRETS_KEY: () => randomBytes(32).toString("base64"),
  KEY_PEPPER: () => randomBytes(32).toString("base64"),
  ADMIN_KEYS: () => `adm_${randomBytes(30).toString("base64url")}`,
  TOKEN_SIGNING_KEYS: async () => JSON.stringify([await signingKey()]),
};

/** New values of all secrets, by name. */
export const newSecrets = async (): Promise<Record<string, string>> => {
  const made = Object.entries(SECRETS).map(async ([name, make]) => [name, await make()] as const);
  return Object.fromEntries(await Promise.all(made));
};

const HEADER =
  "# Made by `npm start` for this installation alone. Keep it secret, keep a copy. See .env.example.\n";

/** The settings in the file, after the secrets that neither it nor the environment has were added to it. */
export async function ensureSecrets(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ settings: Record<string, string>; added: string[] }> {
  let text = existsSync(file) ? readFileSync(file, "utf8") : HEADER;
  const known = parseEnv(text);
  const added = Object.keys(SECRETS).filter((name) => !known[name] && !environment[name]);
  for (const name of added) text = withLine(text, name, `${name}=${quoted((await SECRETS[name]?.()) ?? "")}`);
  if (added.length > 0) {
    writeFileSync(file, text, { mode: 0o600 });
    chmodSync(file, 0o600);
  }
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(text))) if (value) settings[name] = value;
  return { settings, added };
}

const quoted = (value: string): string => (value.includes('"') ? `'${value}'` : value);

/** Fills in an empty line of that name, or appends one. */
function withLine(text: string, name: string, line: string): string {
  const empty = new RegExp(`^${name}=\\s*$`, "m");
  if (empty.test(text)) return text.replace(empty, () => line);
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
}

/** RFC 7638: the key's thumbprint names it, so that the same key has the same `kid` everywhere. */
async function signingKey() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "ES256", use: "sig" };
}
