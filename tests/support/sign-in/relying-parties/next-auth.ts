import { createServer } from "node:http";
import { runInThisContext } from "node:vm";
import type { AuthOptions } from "next-auth";
import { callNextAuth, formOf } from "#auth/next-auth-call.ts";
import { listenLocally } from "../../../../scripts/local/ports.ts";

const isProvider = (value: unknown): value is AuthOptions["providers"][number] =>
  typeof value === "object" && value !== null && "id" in value && "type" in value;

/** The provider of next-auth's settings that a text is, as a site's own file would hold it. */
const providerOf = (text: string): AuthOptions["providers"][number] => {
  const provider: unknown = runInThisContext(`(${text})`);
  if (!isProvider(provider)) throw new TypeError(`no provider of next-auth: ${text}`);
  return provider;
};

/**
 * A site that runs next-auth, at NEXTAUTH_URL: its own pages and endpoints below /api/auth, and at `/` who is signed in.
 * @param settings the provider, as text
 */
export const startNextAuthSite = async (port: number, settings: string): Promise<AsyncDisposable> => {
  const options: AuthOptions = {
    secret: "a secret of the site's own",
    providers: [providerOf(settings)],
    session: { strategy: "jwt" },
    callbacks: {
      // What the site keeps of `profile`.
      jwt: ({ token, user }) => (user && "isAdult" in user ? { ...token, isAdult: user.isAdult } : token),
      session: ({ session, token }) => ({ ...session, isAdult: token.isAdult }),
    },
  };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = "GET", url = "/" } = incoming;
    const request = new Request(`http://localhost:${port}${url}`, {
      method,
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      ...(body.length > 0 && { body }),
    });
    const { pathname } = new URL(request.url);
    const action = pathname === "/" ? ["session"] : pathname.split("/").slice(3);
    const form = method === "POST" ? await formOf(request) : {};
    const answer = await callNextAuth(options, request, action, form);
    const headers = { "set-cookie": answer.cookies, ...(answer.url !== null && { location: answer.url }) };
    response.writeHead(answer.url === null ? 200 : 302, headers).end(answer.body ?? "");
  });
  const stop = await listenLocally(server, port);
  return { [Symbol.asyncDispose]: stop };
};
