import NextAuth, { type AuthOptions } from "next-auth";

type PlainRequest = {
  method: string;
  headers: Record<string, string>;
  cookies: Record<string, string>;
  query: Record<string, string | string[]>;
  body: Record<string, string>;
};

type PlainResponse = {
  status(code: number): PlainResponse;
  getHeader(name: string): string | string[] | undefined;
  setHeader(name: string, value: string | string[]): PlainResponse;
  json(value: unknown): void;
  send(value: unknown): void;
  end(): void;
};

type Run = (request: PlainRequest, response: PlainResponse, options: AuthOptions) => Promise<void>;

// next-auth 4 wants the request and response of Next's old API routes and uses only what is typed above of them;
// its other way in reads Next's request-bound globals, which only exist inside Next. And it is CommonJS: Node
// gives the whole module where a bundler gives its default.
const run = ("default" in NextAuth ? NextAuth.default : NextAuth) as unknown as Run;

const pairsOf = (header: string): Record<string, string> =>
  Object.fromEntries(
    header.split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) return [];
      try {
        return [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]];
      } catch {
        return []; // somebody else's cookie
      }
    }),
  );

const formOf = async (request: Request): Promise<Record<string, string>> => {
  if (request.method !== "POST") return {};
  const text = (await request.text()).slice(0, 16_384);
  return Object.fromEntries(new URLSearchParams(text));
};

/** Runs one of next-auth's actions (`["signin", "oidc"]`) for a request, and gives what it answers. */
export const callNextAuth = async (
  options: AuthOptions,
  request: Request,
  action: string[],
  method: string = request.method,
): Promise<Response> => {
  const headers = new Headers({ "Cache-Control": "no-store" });
  let cookies: string[] = [];
  let status = 200;
  let body: string | null = null;
  const response: PlainResponse = {
    status: (code) => {
      status = code;
      return response;
    },
    getHeader: () => cookies,
    setHeader: (name, value) => {
      if (name.toLowerCase() === "set-cookie") cookies = [value].flat();
      else headers.set(name, String(value));
      return response;
    },
    json: (value) => {
      headers.set("Content-Type", "application/json");
      body = JSON.stringify(value);
    },
    send: (value) => {
      body = typeof value === "string" ? value : JSON.stringify(value);
    },
    end: () => undefined,
  };
  await run(
    {
      method,
      headers: Object.fromEntries(request.headers),
      cookies: pairsOf(request.headers.get("cookie") ?? ""),
      query: { ...Object.fromEntries(new URL(request.url).searchParams), nextauth: action },
      body: method === "POST" ? await formOf(request) : {},
    },
    response,
    options,
  );
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(body, { status, headers });
};
