import NextAuth, { type AuthOptions } from "next-auth";
import { readForm } from "#http/body.ts";
import { cookiesOf } from "./cookies.ts";

// Enough for a CSRF token and a return address.
const MAX_FORM_BYTES = 16 * 1024;

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

/** next-auth's answer: where the browser goes next, or a body. */
type NextAuthAnswer = { url: string | null; body: string | null; cookies: string[] };

// next-auth 4 expects the request and response of Next's old API routes and uses only what is typed above;
// its other entry point reads Next's request-bound globals. It is also CommonJS: Node imports the whole
// module, a bundler its default export.
const run = ("default" in NextAuth ? NextAuth.default : NextAuth) as unknown as Run;

/** The fields of a posted form. @throws PAYLOAD_TOO_LARGE: more than 16 KiB; INVALID_REQUEST_BODY: it is incomplete */
export const formOf = async (request: Request): Promise<Record<string, string>> =>
  Object.fromEntries(await readForm(request, MAX_FORM_BYTES));

/** Runs one of next-auth's actions (`["signin", "oidc"]`) for a request. */
export const callNextAuth = async (
  options: AuthOptions,
  request: Request,
  action: string[],
  form: Record<string, string>,
): Promise<NextAuthAnswer> => {
  const answer: NextAuthAnswer = { url: null, body: null, cookies: [] };
  const response: PlainResponse = {
    status: () => response,
    getHeader: () => answer.cookies,
    setHeader: (name, value) => {
      if (/^set-cookie$/i.test(name)) answer.cookies = [value].flat();
      if (/^location$/i.test(name)) answer.url = String(value);
      return response;
    },
    json: (value) => {
      answer.body = JSON.stringify(value);
    },
    send: (value) => {
      answer.body = typeof value === "string" ? value : JSON.stringify(value);
    },
    end: () => undefined,
  };
  await run(
    {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      cookies: cookiesOf(request),
      query: { ...Object.fromEntries(new URL(request.url).searchParams), nextauth: action },
      // Always asks for a redirect: sign-in.ts decides what the page gets.
      body: { ...form, json: "false" },
    },
    response,
    options,
  );
  return answer;
};
