import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

export type GithubPerson = {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
};

type Asked = { login: string; challenge: string | null; redirectUri: string };

const CLIENT = { id: "Ov23liLintel", secret: "g".repeat(40) } as const;
const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString("base64")}`;

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
};

export type FakeGithub = {
  env: Record<string, string>;
  people: Map<string, GithubPerson>;
  /** Access tokens that it takes, with whose they are. */
  tokens: Map<string, string>;
  /** While true every answer of the REST interface is 502. */
  isBroken: boolean;
  stop(): Promise<void>;
};

/**
 * GitHub's part in a web application's sign-in, as docs.github.com describes its wire: the page that asks, the
 * exchange of the code (its errors come with 200), and three endpoints of the REST interface, under /api/v3 as a
 * GitHub Enterprise Server has it.
 */
export const startGithub = async (): Promise<FakeGithub> => {
  const codes = new Map<string, Asked>();
  const github: FakeGithub = {
    env: {},
    people: new Map(),
    tokens: new Map(),
    isBroken: false,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  const authorize = (query: URLSearchParams, login: string): string => {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    if (!github.people.has(login)) {
      back.searchParams.set("error", "access_denied");
      return back.href;
    }
    const code = randomUUID();
    codes.set(code, { login, challenge: query.get("code_challenge"), redirectUri: back.origin });
    back.searchParams.set("code", code);
    back.searchParams.set("iss", `${issuer}/login/oauth`); // RFC 9207
    return back.href;
  };

  const exchange = (form: URLSearchParams, authorization: string | undefined): object => {
    const isClient =
      authorization === BASIC ||
      (form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret);
    if (!isClient) return { error: "incorrect_client_credentials" };
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!asked || asked.challenge !== challenge) return { error: "bad_verification_code" };
    const token = `gho_${randomUUID().replaceAll("-", "")}`;
    github.tokens.set(token, asked.login);
    return { access_token: token, scope: "read:user,user:email", token_type: "bearer" };
  };

  const api = (path: string, authorization: string): [number, unknown] => {
    if (github.isBroken) return [502, { message: "Server Error" }];
    const login = github.tokens.get(authorization.replace(/^(Bearer|token) /, ""));
    const person = github.people.get(login ?? "");
    if (!person) return [401, { message: "Bad credentials" }];
    const { emails, ...user } = person;
    // The public profile's address is anything that they wrote there; nobody may go by it.
    if (path === "/user") return [200, { ...user, type: "User", email: "public@profile.test" }];
    return path === "/user/emails" ? [200, emails] : [404, { message: "Not Found" }];
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const body = await bodyOf(request);
    const { authorization = "" } = request.headers;
    const json = (status: number, value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    if (url.pathname === "/login/oauth/authorize") {
      if (request.method === "GET") return response.end("<form method=post>");
      const login = new URLSearchParams(body).get("subject") ?? "";
      return response.writeHead(302, { location: authorize(url.searchParams, login) }).end();
    }
    if (url.pathname === "/login/oauth/access_token" && request.method === "POST") {
      const answer = exchange(new URLSearchParams(body), authorization);
      if (request.headers.accept?.includes("application/json")) return json(200, answer);
      return response.end(new URLSearchParams({ ...answer }).toString());
    }
    if (!request.headers["user-agent"]) return json(403, { message: "Request forbidden" });
    const path = url.pathname.replace(/^\/api\/v3/, "");
    if (path === `/applications/${CLIENT.id}/token` && request.method === "DELETE") {
      if (authorization !== BASIC) return json(401, { message: "Bad credentials" });
      github.tokens.delete(JSON.parse(body).access_token);
      return response.writeHead(204).end();
    }
    return json(...api(path, authorization));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  github.env = {
    LINTEL_ENV: "development",
    CONSOLE_PROVIDER: "github",
    CONSOLE_ISSUER: issuer,
    CONSOLE_CLIENT_ID: CLIENT.id,
    CONSOLE_CLIENT_SECRET: CLIENT.secret,
  };
  return github;
};
