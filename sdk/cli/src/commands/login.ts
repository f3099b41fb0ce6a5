import { readArguments } from "../arguments.ts";
import { CliError, type Command, EXIT } from "../command.ts";
import { deleteSignIn, readSignIn, type SignIn, writeSignIn } from "../config-file.ts";
import type { Io } from "../io.ts";
import { linesOf } from "../mcp/json-rpc.ts";
import { type Answer, callService, fieldIn, textIn } from "../request.ts";
import { chosenUrl, isLiveKey, isLoopback, serviceUrl } from "../service.ts";

const CLIENT_ID = "lintel-cli";
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Signs in by the device flow (RFC 8628), or with a test key that is at hand. */
export const login: Command = {
  name: "login",
  summary: "Sign in and keep a test key on this computer",
  usage: `Usage: lintel login --url <address> [--key <test key>] [--name <computer>]

  --url <address>    the service, for example https://age.example.com
  --key <test key>   keep this key instead of asking in the console; - asks for it, or reads what is piped in
  --name <computer>  what the console calls this computer (default: its host name)

Live keys are never kept here: create one in the console and set LINTEL_API_KEY.`,
  async run(args, io) {
    const { values } = readArguments(login, args, {
      url: { type: "string" },
      key: { type: "string" },
      name: { type: "string" },
      live: { type: "boolean" },
    });
    if (values.live === true) throw liveRefused();
    const url = await requireUrl(io, values.url);
    const signIn =
      values.key === undefined ? await byDevice(io, url, values.name) : await byKey(io, url, values.key);
    writeSignIn(io.configFile, signIn);
    const tenant = signIn.tenantName === undefined ? "" : ` to ${signIn.tenantName}`;
    if (io.isJson) io.printJson({ url, tenantId: signIn.tenantId ?? null, keyName: signIn.keyName ?? null });
    else io.print(io.paint("green", `Signed in${tenant} at ${url}, in test mode.`));
    return EXIT.ok;
  },
};

const liveRefused = (): CliError =>
  new CliError(
    "lintel login keeps test keys only. Create a live key in the console under API keys, and set LINTEL_API_KEY where it is needed.",
    EXIT.refused,
  );

async function requireUrl(io: Io, option: string | undefined): Promise<string> {
  const chosen = chosenUrl(io, option);
  if (chosen !== undefined) return chosen;
  const typed = await io.ask("Address of the service: ");
  if (typed) return serviceUrl(typed);
  throw new CliError("Say which service: lintel login --url https://age.example.com.", EXIT.usage);
}

async function byKey(io: Io, url: string, option: string): Promise<SignIn> {
  const apiKey = option === "-" ? await askedKey(io) : option.trim();
  if (isLiveKey(apiKey)) throw liveRefused();
  if (!/^avk_test_[A-Za-z0-9_-]{16,}$/.test(apiKey))
    throw new CliError("This is not a test key: those begin with avk_test_.", EXIT.usage);
  const { status } = await callService(io, `${url}/verify/status?verificationId=ver_login`, {
    headers: { "x-tenant-api-key": apiKey },
  });
  // The verification does not exist, which only a good key learns.
  if (status !== 404) throw new CliError(`${url} does not accept this key (status ${status}).`, EXIT.refused);
  return { url, apiKey };
}

/** What is typed at a terminal, or else the first line of what is piped in: `pass lintel | lintel login --key -`. */
async function askedKey(io: Io): Promise<string> {
  if (io.isInteractive) return (await io.ask("Test key: ")) ?? "";
  for await (const line of linesOf(io.stdin)) return line?.trim() ?? "";
  return "";
}

async function byDevice(io: Io, url: string, name: string | undefined): Promise<SignIn> {
  const hostName = (name ?? io.hostName)
    .replace(/[^\x20-\x7e]/g, "?")
    .trim()
    .slice(0, 60);
  const begun = await callService(io, `${url}/cli/device_authorization`, {
    form: { client_id: CLIENT_ID, ...(hostName === "" ? {} : { host_name: hostName }) },
  });
  const page = textIn(begun.body, "verification_uri");
  const userCode = textIn(begun.body, "user_code");
  const deviceCode = textIn(begun.body, "device_code");
  if (page === undefined || userCode === undefined || deviceCode === undefined) throw refusal(url, begun);
  // What a server sends goes to a terminal: it must not carry control sequences.
  if (!/^[A-Z0-9-]{6,20}$/.test(userCode) || !isSafePage(page))
    throw new CliError(`${url} sent an address or a code that cannot be right.`, EXIT.refused);
  const address = `${page}#${userCode}`;
  if (io.isJson) io.note(JSON.stringify({ verificationUri: page, userCode }));
  else
    for (const line of [
      `Open ${io.paint("cyan", address)}`,
      `and check that it shows the code ${io.paint("bold", userCode)}.`,
      "Waiting for your confirmation…",
    ])
      io.note(line);
  const seconds = numberIn(begun.body, "expires_in", 600);
  const deadline = io.now().getTime() + Math.min(seconds, 1800) * 1000;
  return poll(io, url, deviceCode, { interval: numberIn(begun.body, "interval", 5), deadline });
}

/** RFC 8628 §3.5: asks until there is an answer, slower each time that the service says so. */
async function poll(
  io: Io,
  url: string,
  deviceCode: string,
  { interval, deadline }: { interval: number; deadline: number },
): Promise<SignIn> {
  let seconds = Math.max(1, interval);
  while (io.now().getTime() < deadline) {
    await io.sleep(seconds * 1000);
    const form = { client_id: CLIENT_ID, grant_type: GRANT, device_code: deviceCode };
    const answer = await callService(io, `${url}/cli/token`, { form }).catch(() => null);
    // RFC 8628 §3.5: a lost connection is a reason to ask less often, not to give up.
    if (answer === null || answer.status >= 500 || answer.status === 429) {
      if (io.signal.aborted) throw new CliError("Cancelled.");
      seconds = Math.min(seconds * 2, 60);
      continue;
    }
    const apiKey = textIn(answer.body, "access_token");
    if (answer.status === 200 && apiKey !== undefined) return signInOf(url, apiKey, answer);
    const error = textIn(answer.body, "error");
    if (error === "slow_down") seconds += 5;
    else if (error === "expired_token") throw nobodyConfirmed();
    else if (error !== "authorization_pending") throw refusal(url, answer);
  }
  throw nobodyConfirmed();
}

const nobodyConfirmed = (): CliError =>
  new CliError("Nobody confirmed the code in time. Run lintel login again.", EXIT.refused);

function signInOf(url: string, apiKey: string, { body }: Answer): SignIn {
  if (!/^avk_test_[\x21-\x7e]{16,}$/.test(apiKey))
    throw new CliError(`${url} sent something that is not a test key. Nothing was kept.`, EXIT.refused);
  const facts = {
    tenantId: textIn(body, "tenantId"),
    tenantName: textIn(body, "tenantName"),
    keyName: textIn(body, "keyName"),
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, text]) => text !== undefined));
  return { url, apiKey, ...known };
}

function refusal(url: string, { status, body }: Answer): CliError {
  const said = textIn(body, "error_description") ?? textIn(body, "message");
  const code = textIn(body, "error");
  if (status === 404 && code === undefined)
    return new CliError(
      `${url} has no sign-in for the command line. It needs Lintel 0.6 or later; use --key.`,
    );
  if (said === undefined)
    return new CliError(`${url} answered with status ${status}. Is it a Lintel service?`);
  return new CliError(said, code === "access_denied" ? EXIT.refused : EXIT.failed);
}

/** A page that a person may be sent to: encrypted, or on this machine, and without anything that a terminal obeys. */
const isSafePage = (page: string): boolean =>
  URL.canParse(page) &&
  /^[\x21-\x7e]+$/.test(page) &&
  (page.startsWith("https://") || (page.startsWith("http://") && isLoopback(new URL(page).hostname)));

const numberIn = (body: unknown, name: string, otherwise: number): number => {
  const value = fieldIn(body, name);
  return typeof value === "number" && value > 0 && Number.isFinite(value) ? value : otherwise;
};

/** Removes the kept key. It stays valid on the service until it is revoked in the console. */
export const logout: Command = {
  name: "logout",
  summary: "Forget the key that lintel login kept",
  usage: `Usage: lintel logout

The key itself stays valid: revoke it in the console under API keys.`,
  async run(args, io) {
    readArguments(logout, args, {});
    const kept = keptOrNull(io);
    const isDeleted = deleteSignIn(io.configFile);
    if (io.isJson) io.printJson({ isDeleted });
    else if (!isDeleted) io.print("You were not signed in.");
    else {
      io.print("Signed out on this computer.");
      if (kept?.tenantId !== undefined)
        io.note(
          `The key ${kept.keyName ?? ""} still works. Revoke it at ${kept.url}/console/${kept.tenantId}/keys.`,
        );
    }
    return EXIT.ok;
  },
};

/** A file that cannot be read is deleted all the same. */
function keptOrNull(io: Io): SignIn | null {
  try {
    return readSignIn(io.configFile);
  } catch {
    return null;
  }
}
