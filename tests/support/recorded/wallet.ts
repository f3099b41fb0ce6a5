import { systemCtx } from "#runtime/runtime.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import {
  EU_AGE_VERIFICATION,
  MOBILE_DRIVING_LICENCE,
} from "../../../packages/wallet-verifier/src/credential-type.ts";
import { secretOf, start } from "../http/actions.ts";
import { pemOf } from "../wallet/authority.ts";
import { issueMdoc } from "../wallet/mdoc-wallet.ts";
import { answer, asForm } from "../wallet/openid4vp-wallet.ts";
import { createWorld } from "../wallet/world.ts";
import { type Answer, BASE_URL } from "../world/service.ts";
import { FORM } from "./hosted.ts";
import type { Group } from "./recording.ts";
import type { RecordedWorld } from "./world.ts";

// What a wallet and the page that asks it are answered, by link, by code and by the Digital Credentials API.

const authorities = await createWorld();
const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE];
const overrides = { wallet: { types, requestSigner: authorities.requestSigner, demoUrl: null } };

const JSON_FORM = { ...FORM, accept: "application/json", origin: BASE_URL };
const UNKNOWN = `wtx_${"0".repeat(40)}`;
const APPS = ["eu", "openid4vp"] as const;

/** A live page of a tenant that offers the wallet, and somebody whom it trusts. */
const newPage = async ({ service }: RecordedWorld): Promise<string> => {
  const { deps } = service;
  await importTrustAnchors(systemCtx(deps), {
    format: "pem",
    content: pemOf(authorities.authority.der),
    credentialTypes: types.map(({ type }) => type),
    eku: null,
    label: "Utopia",
  });
  const { id, liveKey } = await service.tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet", "document"] } });
  return secretOf(await start(service.call, liveKey));
};

const hold = async (isOver = true) => ({
  mdoc: await issueMdoc({
    docType: EU_AGE_VERIFICATION.type,
    nameSpace: EU_AGE_VERIFICATION.nameSpace,
    elements: { age_over_16: true, age_over_18: isOver },
    signer: authorities.signer,
  }),
});

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** What the wallet sends for this link. */
const answerTo = async ({ service }: RecordedWorld, { body }: Answer, isOver = true): Promise<Uint8Array> => {
  const fetchRequest = async (nonce: string) =>
    (
      await service.call("POST", `/openid4vp/request/${body.transactionId}`, {
        headers: FORM,
        body: form({ wallet_nonce: nonce }),
      })
    ).text;
  return asForm(await answer(String(body.link), await hold(isOver), { fetchRequest }));
};

const linkGroup = (app: (typeof APPS)[number]): Group => ({
  name: `a wallet of the kind ${app}`,
  overrides,
  run: async (world) => {
    const ask = async (what: string, channel: string, headers: Record<string, string> = JSON_FORM) => {
      const secret = await newPage(world);
      const asked = await world.record(what, "POST", `/v/${secret}/wallet/start`, {
        headers,
        body: form({ channel, app }),
      });
      return { secret, asked, id: String(asked.body.transactionId) };
    };
    const respond = (
      what: string,
      id: string,
      body: Uint8Array | string,
      headers: Record<string, string> = FORM,
    ) => world.record(what, "POST", `/openid4vp/response/${id}`, { headers, body });

    const code = await ask("a code", "qr");
    await world.record("the request object, by GET", "GET", `/openid4vp/request/${code.id}`);
    const nonce = form({ wallet_nonce: "their-nonce" });
    await world.record("the request object, by POST", "POST", `/openid4vp/request/${code.id}`, {
      headers: FORM,
      body: nonce,
    });
    await world.record("the request object, with too long a nonce", "POST", `/openid4vp/request/${code.id}`, {
      headers: FORM,
      body: form({ wallet_nonce: "n".repeat(513) }),
    });
    await respond("no answer", code.id, "");
    await respond("an answer in JSON", code.id, "{}", { "content-type": "application/json" });
    await respond("an answer that is too large", code.id, "x".repeat(300_000));
    const yes = await answerTo(world, code.asked);
    await respond("a yes", code.id, yes);
    await respond("the same yes again", code.id, yes);
    await world.record("the page after a yes", "GET", `/v/${code.secret}/state`);

    const declined = await ask("a code that is declined", "qr");
    await respond("the wallet's error", declined.id, "error=access_denied");

    const young = await ask("another code", "qr");
    await respond("a no", young.id, await answerTo(world, young.asked, false));
    await world.record("the page after a no", "GET", `/v/${young.secret}/state`);

    const link = await ask("a link", "link");
    const answered = await respond("a yes to a link", link.id, await answerTo(world, link.asked));
    const back = String(answered.body.redirect_uri).slice(BASE_URL.length);
    const cookie = link.asked.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    await world.record("back in another browser", "GET", back);
    await world.record("back with a wrong code", "GET", back.replace(/code=.*/, "code=wrong"), {
      headers: { cookie },
    });
    await world.record("back", "GET", back, { headers: { cookie } });

    await ask("a link, by form", "link", { ...FORM, origin: "null", "sec-fetch-site": "same-origin" });
    await ask("from another site", "link", { ...FORM, origin: "https://evil.example" });
    await ask("from a frame of another site", "link", { ...JSON_FORM, "sec-fetch-site": "cross-site" });
    await ask("in another way", "pigeon");
    await ask("in another way, by form", "pigeon", { ...FORM, "sec-fetch-site": "same-origin" });
  },
});

const unknown: Group = {
  name: "a transaction that is not there",
  overrides,
  run: async (world) => {
    await world.record("request", "GET", `/openid4vp/request/${UNKNOWN}`);
    await world.record("response", "POST", `/openid4vp/response/${UNKNOWN}`, {
      headers: FORM,
      body: "vp_token={}",
    });
    await world.record("return", "GET", `/openid4vp/return/${UNKNOWN}?response_code=x`);
    const start = `/v/vs_${"A".repeat(43)}/wallet/start`;
    const body = form({ channel: "link", app: "eu" });
    await world.record("start, by script", "POST", start, { headers: JSON_FORM, body });
    await world.record("start, by form", "POST", start, { headers: { ...FORM, origin: BASE_URL }, body });
  },
};

const dcApi: Group = {
  name: "the Digital Credentials API",
  overrides,
  run: async (world) => {
    const headers = { origin: BASE_URL, "content-type": "text/plain" };
    const secret = await newPage(world);
    const requests = (what: string, page: string, more = headers) =>
      world.record(what, "POST", `/v/${page}/wallet/requests`, { headers: more, body: "" });
    const asked = await requests("requests", secret);
    await requests("requests of another site", secret, { ...headers, origin: "https://evil.example" });
    await requests("requests of no page", `vs_${"A".repeat(43)}`);
    const id = String(asked.body.transactionId);
    const credential = (what: string, body: unknown, more = headers, transaction = id) =>
      world.record(what, "POST", `/v/${secret}/wallet/credential/${transaction}`, { headers: more, body });
    const protocol = "openid4vp-v1-unsigned";
    const offered: { protocol?: string; data?: Record<string, unknown> }[] = Array.isArray(
      asked.body.requests,
    )
      ? asked.body.requests
      : [];
    const unsigned = offered.find((request) => request.protocol === protocol);
    const given = async (origin: string) => ({
      protocol,
      data: await answer(unsigned?.data ?? {}, await hold(), { origin }),
    });
    const good = await given(BASE_URL);
    await credential("a credential from another site's page", good, {
      ...headers,
      origin: "https://evil.example",
    });
    await credential("a credential given to another site", await given("https://evil.example"));
    await credential("nonsense", "nonsense");
    await credential("a credential for no transaction", good, headers, UNKNOWN);
    await credential("a credential", good);
    await credential("the same credential again", good);
  },
};

export const WALLET: readonly Group[] = [...APPS.map(linkGroup), unknown, dcApi];
