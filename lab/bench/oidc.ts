// npm run bench -- oidc [--rounds 200]: a sign-in with age without its person, beside plain oidc-provider with its memory
// adapter, in turns: the authorization request, the way back, and the exchange of the code. The check between the two is
// decided directly, and its time is not counted.
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Provider } from "oidc-provider";
import { request } from "undici";
import { freshDatabase } from "../../scripts/lib/fresh-database.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { newEnv } from "../../scripts/lib/script-runtime.ts";
import { anyPort, listenLocally } from "../../scripts/local/ports.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createRuntime, systemCtx } from "../../src/runtime/runtime.ts";
import { createHttpServer } from "../../src/server/http-server.ts";
import { createOidc } from "../../src/server/oidc.ts";
import { endByTenant } from "../../src/services/check/end.ts";
import { createSite } from "../../src/services/oidc/sites.ts";
import { createTenant } from "../../src/services/tenants/tenants.ts";
import { medianOf, medianRatio, percentile } from "./figures.ts";
import { columns, load, options } from "./program.ts";

/** Milliseconds, the median of a whole sign-in, on an idle machine. */
const BAR_MS = 15;
/** Milliseconds. A person needs seconds here, and what follows a decision is over by then. */
const AFTER_MS = 10;
const WARM_UP = 20;
const CALLBACK = "http://localhost/callback";
const HOUR_SECONDS = 3_600;
const MANY = 1_000_000;

const { rounds } = options({ rounds: 200 });

type Side = {
  name: string;
  issuer: string;
  clientId: string;
  secret: string;
  /** Decides the check whose page this is; plain oidc-provider has none. @returns where the page leads back to */
  decide: (page: string) => Promise<string>;
};

const startOurs = async (stack: AsyncDisposableStack): Promise<Side> => {
  const url = await freshDatabase(stack);
  const port = await anyPort();
  const origin = `http://localhost:${port}`;
  const env = { ...(await newEnv(url)), LOG_LEVEL: "silent", PUBLIC_URL: origin };
  const { deps } = await createRuntime(loadConfig(env));
  const ctx = systemCtx(deps);
  const overrides = { rateLimitPerMinute: MANY, testMonthlyQuota: MANY };
  const { id: tenantId } = await createTenant(ctx, { name: "Bench", plan: "scale", overrides });
  const owner = await ownerCtx(deps, tenantId);
  const { client, secret } = await createSite(owner, {
    ...{ name: "Bench", mode: "test", authMethod: "client_secret_basic" },
    redirectUris: [CALLBACK],
  });
  const oidc = createOidc(deps);
  const handle = (...[asked, answer]: Parameters<RequestListener>) =>
    oidc(asked, answer) ?? Promise.resolve();
  const { server } = createHttpServer(handle, { proxyHops: 0, isHttps: false });
  await listenLocally(server, port);
  return {
    ...{ name: "ours", issuer: `${origin}/oidc/test`, clientId: client.clientId, secret: secret ?? "" },
    decide: async (page) => {
      const hash = new Uint8Array(deps.secrets.hash(new URL(page).pathname.split("/")[2] ?? ""));
      const { id, callbackUrl } = await deps.db.orm.verification.findFirstOrThrow({
        where: { secretHash: hash },
      });
      const asserted = { confidence: null, documentType: null, reason: null };
      const approve = () => ({ outcome: "approved" as const, verifiedAge: 30, ...asserted });
      await endByTenant({ ...ctx, tenant: owner.tenant, mode: "test" }, id, approve, HOUR_SECONDS);
      await pause(AFTER_MS);
      return callbackUrl ?? "";
    },
  };
};

const startPlain = async (): Promise<Side> => {
  const port = await anyPort();
  const issuer = `http://localhost:${port}`;
  const secret = randomBytes(32).toString("base64url");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: "bench", client_secret: secret, redirect_uris: [CALLBACK] },
        ...{ grant_types: ["authorization_code"], response_types: ["code"] },
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kty: "RSA", alg: "RS256", use: "sig" }] },
    cookies: { keys: [secret] },
    claims: { openid: ["sub", "age_over_18"] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, age_over_18: true }) }),
    loadExistingGrant: async ({ oidc }) => {
      const { provider: at, account, client } = oidc;
      if (!account || !client) return undefined;
      const grant = new at.Grant({ accountId: account.accountId, clientId: client.clientId });
      grant.addOIDCScope("openid");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer(async (asked, response) => {
    if (!asked.url?.startsWith("/interaction/")) return answer(asked, response);
    const login = { accountId: randomBytes(20).toString("base64url"), remember: false };
    await provider.interactionFinished(asked, response, { login }, { mergeWithLastSubmission: false });
  });
  await listenLocally(server, port);
  const authorize = { name: "plain", issuer, clientId: "bench", secret };
  return { ...authorize, decide: (page) => Promise.resolve(page) };
};

/** One sign-in. @returns the milliseconds of its parts, and in all */
const signIn = async ({ issuer, clientId, secret, decide }: Side, paths: Paths) => {
  const cookies = new Map<string, string>();
  let spentMs = 0;
  const get = async (url: string, posted?: URLSearchParams): Promise<string> => {
    const startedMs = performance.now();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const { headers, body } = await request(url, {
      method: posted ? "POST" : "GET",
      headers: { cookie, ...(posted && type) },
      body: posted?.toString() ?? null,
    });
    await body.dump();
    spentMs += performance.now() - startedMs;
    for (const text of [headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      cookies.set(name, value);
    }
    return headers.location === undefined ? url : new URL(String(headers.location), url).href;
  };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: CALLBACK, response_type: "code" },
    ...{ scope: paths.scope, state: "state", nonce: "nonce", code_challenge_method: "S256" },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  const begin = `${issuer}${paths.authorize}`;
  let at = await get(`${begin}?${query}`);
  // A page with a button, which posts the same.
  if (at.startsWith(begin)) at = await get(begin, query);
  while (!at.startsWith(CALLBACK)) {
    if (at.includes("/v/")) at = await decide(at);
    at = await get(at);
  }
  const authorizedMs = spentMs;
  const startedMs = performance.now();
  const { statusCode, body } = await request(`${issuer}/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", redirect_uri: CALLBACK, code_verifier: verifier },
      code: new URL(at).searchParams.get("code") ?? "",
    }).toString(),
  });
  const text = await body.text();
  const tokenMs = performance.now() - startedMs;
  if (statusCode !== 200) throw new Error(`no token: ${statusCode} ${text}`);
  return { authorizedMs, tokenMs, allMs: authorizedMs + tokenMs };
};

type Paths = { authorize: string; scope: string };
type Turn = { side: Side; paths: Paths; times: Awaited<ReturnType<typeof signIn>>[] };

await using stack = new AsyncDisposableStack();
const turns: Turn[] = [
  {
    side: await startOurs(stack),
    paths: { authorize: "/authorize", scope: "openid age_over:18" },
    times: [],
  },
  { side: await startPlain(), paths: { authorize: "/auth", scope: "openid" }, times: [] },
];
for (let round = -WARM_UP; round < rounds; round += 1) {
  for (const { side, paths, times } of turns) {
    const time = await signIn(side, paths);
    if (round >= 0) times.push(time);
  }
}

const [ours = [], plain = []] = turns.map(({ times }) => times);
console.log(`medians of ${rounds} interleaved sign-ins each, ms; ${load()}`);
const cells = columns(8, 11, "padStart");
console.log(cells("", "authorize", "token", "in all", "p95"));
for (const { side, times } of turns) {
  const all = times.map((time) => time.allMs);
  const medians = (["authorizedMs", "tokenMs", "allMs"] as const).map((field) => medianOf(times, field));
  console.log(cells(side.name, ...[...medians, percentile(all, 0.95)].map((ms) => ms.toFixed(1))));
}
const allMs = medianOf(ours, "allMs");
console.log(`ours ÷ plain: ${medianRatio(ours, plain, "allMs").toFixed(2)}`);
console.log(allMs <= BAR_MS ? `at most ${BAR_MS} ms` : `✗: more than ${BAR_MS} ms`);
process.exit(allMs <= BAR_MS ? 0 : 1);
