import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { z } from "zod";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import { createMethods } from "#methods/registry.ts";
import { viewHostedPage } from "#services/hosted/view.ts";
import { newAuthenticator } from "../age-keys/authenticator.ts";
import { complete, patchTenant, secretOf, start } from "../http/actions.ts";
import { type Answer, BASE_URL, type CallOptions } from "../world/service.ts";
import { GATES } from "./gates.ts";
import type { Group } from "./recording.ts";
import type { RecordedWorld } from "./world.ts";

// What the hosted page's forms and scripts are answered, on the computer and on the phone.

const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

export const FORM = { "content-type": "application/x-www-form-urlencoded" };
export const SCRIPT = { accept: "application/json", "content-type": "text/plain" };
const NO_PAGE = `vs_${"A".repeat(43)}`;
const NO_PROVIDER = `idp_${"0".repeat(26)}`;
const MINUTE_MS = 60_000;

const PICTURE = { accept: "application/json", "content-type": "image/jpeg" };
const sample = (name: string): Buffer =>
  readFileSync(new URL(`../../../public/samples/licence-${name}.jpg`, import.meta.url));

const newPage = async ({ service }: RecordedWorld, mode: "live" | "test" = "test") => {
  const { liveKey, testKey } = await service.tenant({ plan: "scale" });
  const key = mode === "live" ? liveKey : testKey;
  const started = await start(service.call, key, { callback_url: "https://shop.example/back?order=7#top" });
  return { key, verificationId: started.verificationId, secret: secretOf(started) };
};

/** Names the device, the action and the page that it is done on. */
const at =
  ({ record }: RecordedWorld, secret: string) =>
  (what: string, path: string, options: CallOptions = {}) =>
    record(what, path === "state" ? "GET" : "POST", `/v/${secret}/${path}`, options);

const state: Group = {
  name: "the page's state",
  run: async (world) => {
    const page = await newPage(world);
    await at(world, page.secret)("open", "state");
    await complete(world.service.call, page.key, { verificationId: page.verificationId, verifiedAge: 30 });
    await at(world, page.secret)("completed", "state");
    world.later(61 * MINUTE_MS);
    await at(world, page.secret)("an hour after the end", "state");
    const other = await newPage(world);
    world.later(31 * MINUTE_MS);
    await at(world, other.secret)("expired", "state");
    await at(world, (await newPage(world, "live")).secret)("live", "state");
    await at(world, NO_PAGE)("unknown", "state");
    await at(world, "x")("malformed", "state");
  },
};

const cancel: Group = {
  name: "cancel",
  run: async (world) => {
    const page = await newPage(world);
    await world.record("by the address bar", "GET", `/v/${page.secret}/cancel`);
    await at(world, page.secret)("by script", "cancel", { headers: SCRIPT });
    await at(world, page.secret)("by script, again", "cancel", { headers: SCRIPT });
    await at(world, (await newPage(world)).secret)("by form", "cancel", { headers: FORM, body: "" });
    await at(world, NO_PAGE)("unknown, by script", "cancel", { headers: SCRIPT });
    await at(world, NO_PAGE)("unknown, by form", "cancel", { headers: FORM, body: "" });
  },
};

const others: Group = {
  name: "other methods",
  run: async (world) => {
    const { service } = world;
    const { id, liveKey: key } = await service.tenant({ plan: "scale" });
    const methods = [
      { id: "document", use: "offer", attempts: 3 },
      { id: "voucher", use: "fallback", attempts: 3 },
    ];
    await patchTenant(service.call, id, { policy: { default: { methods } } });
    const anyPage = async () => secretOf(await start(service.call, key, { country: "AU" }));
    const page = await anyPage();
    await world.record("by the address bar", "GET", `/v/${page}/others`);
    await at(world, page)("by script", "others", { headers: SCRIPT });
    await at(world, await anyPage())("by form", "others", { headers: FORM, body: "" });
    await at(world, (await newPage(world)).secret)("where there are none", "others", { headers: SCRIPT });
    await at(world, NO_PAGE)("unknown, by script", "others", { headers: SCRIPT });
    await at(world, NO_PAGE)("unknown, by form", "others", { headers: FORM, body: "" });
  },
};

const sandbox: Group = {
  name: "the sandbox",
  run: async (world) => {
    for (const outcome of ["approve", "under_age", "poor_document", "provider_error", "expire", "nonsense"]) {
      const send = at(world, (await newPage(world)).secret);
      await send(`${outcome}, by script`, "sandbox", { headers: SCRIPT, body: outcome });
      await send(`${outcome}, then approve`, "sandbox", { headers: SCRIPT, body: "approve" });
    }
    const page = await newPage(world);
    const send = at(world, page.secret);
    await world.record("by the address bar", "GET", `/v/${page.secret}/sandbox`);
    for (const method of ["PUT", "PATCH", "DELETE"])
      await world.record(`${method} of a method`, method, `/v/${page.secret}/sandbox`);
    await send("a poor photo, by form", "sandbox", { headers: FORM, body: "outcome=poor_document" });
    await send("too large", "sandbox", { headers: SCRIPT, body: "x".repeat(65) });
    await send("an empty form", "sandbox", { headers: { ...FORM, accept: "application/json" }, body: "" });
    const multipart = { accept: "application/json", "content-type": "multipart/form-data" };
    await send("a form that is none", "sandbox", { headers: multipart, body: "no boundary" });
    await send("too many attempts, the second", "sandbox", { headers: SCRIPT, body: "poor_document" });
    await send("too many attempts, the third", "sandbox", { headers: SCRIPT, body: "poor_document" });
    await send("ended, by form", "sandbox", { headers: FORM, body: "outcome=approve" });
    await at(world, (await newPage(world)).secret)("approve, by form", "sandbox", {
      headers: FORM,
      body: "outcome=approve",
    });
    await at(world, (await newPage(world, "live")).secret)("of a live page", "sandbox", {
      headers: SCRIPT,
      body: "approve",
    });
    await at(world, NO_PAGE)("of no page", "sandbox", { headers: SCRIPT, body: "approve" });
    await at(world, page.secret)("a method that is not there", "nonsense", { headers: SCRIPT, body: "x" });
    await at(world, (await newPage(world)).secret)("a wallet's answer that was not asked for", "wallet", {
      headers: SCRIPT,
      body: "x",
    });
  },
};

/** As the service's own, with time enough for a busy machine. */
const patient = createDocumentMethod({
  processes: 1,
  queueLimit: 8,
  timeoutMs: 120_000,
  acceptSamples: true,
});

const documents: Group = {
  name: "pictures of documents",
  overrides: { methods: createMethods([patient]) },
  run: async (world) => {
    const { secret } = await newPage(world, "live");
    const send = (what: string, body: string | Buffer, headers = PICTURE) =>
      at(world, secret)(what, "document", { headers, body });
    for (const file of ["%PDF-1.7", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>"])
      await send(`not a picture: ${file}`, file);
    await send("nothing", "");
    await send("too large", Buffer.alloc(16 * 1024 * 1024 + 1));
    await send("not a picture, by form", "%PDF-1.7", { ...PICTURE, accept: "text/html" });
    await send("blurred", sample("blurred"));
    await send("expired", sample("expired"));
    await send("adult", sample("adult"));
    await send("ended", sample("adult"));
    const other = await newPage(world, "live");
    await at(world, other.secret)("minor", "document", { headers: PICTURE, body: sample("minor") });
    const cut = await newPage(world, "live");
    await at(world, cut.secret)("damaged", "document", {
      headers: PICTURE,
      body: sample("adult").subarray(0, 40_000),
    });
  },
};

/** What a phone's camera reads off the screen. */
const codeOn = async ({ service: { deps } }: RecordedWorld, secret: string): Promise<string> => {
  const ctx = { deps, site: null, actor: { kind: "end_user" }, requestId: "request.1" } as const;
  const picture = (await viewHostedPage(ctx, secret))?.handoff?.picture ?? "";
  const svg = decodeURIComponent(picture.replace("data:image/svg+xml,", ""));
  const png = await sharp(Buffer.from(svg)).resize(600).png().toBuffer();
  const [found] = await readBarcodes(new Uint8Array(png), { formats: ["QRCode"] });
  return found?.text.split("/c/")[1] ?? "";
};

const handoff: Group = {
  name: "the phone",
  run: async (world) => {
    const { secret } = await newPage(world);
    const send = at(world, secret);
    const press = (what: string, intent: string, page = secret) =>
      at(world, page)(what, "handoff", { headers: FORM, body: `intent=${intent}` });
    const scan = (what: string, code: string) =>
      world.record(what, "POST", `/c/${code}/open`, { headers: FORM, body: "" });
    await press("show a code", "start");
    await send("state with a code", "state");
    const code = await codeOn(world, secret);
    const accepted = await scan("the phone takes over", code);
    const phone = (accepted.headers.get("location") ?? "").slice("/v/".length);
    await scan("a code that was used", code);
    await scan("a code that is not there", "x".repeat(24));
    await send("state of the computer", "state");
    await at(world, phone)("state of the phone", "state");
    await press("the phone hands nothing on", "start", phone);
    await press("the computer takes back", "take_back");
    await at(world, phone)("state of a phone that was cut off", "state");
    await at(world, phone)("evidence of a phone that was cut off", "sandbox", {
      headers: SCRIPT,
      body: "approve",
    });
    await press("nonsense", "nonsense");
    await press("of no page", "start", NO_PAGE);
    for (let i = 0; i < 11; i += 1)
      await world.service.call("POST", `/v/${secret}/handoff`, { headers: FORM, body: "intent=start" });
    await press("too many codes", "start");
    const old = await codeOn(world, secret);
    world.later(5 * MINUTE_MS);
    await scan("an old code", old);
    await send("state with an old code", "state");
  },
};

const wayBack: Group = {
  name: "the way back",
  run: async (world) => {
    const { record, service } = world;
    const back = (what: string, secret: string) => record(what, "GET", `/v/${secret}/return`);
    const approved = async (returnWith: "token" | "code") => {
      const tenant = await service.tenant({ plan: "scale" });
      await patchTenant(service.call, tenant.id, { returnWith });
      const callback_url = "https://shop.example/back?order=7#top";
      const started = await start(service.call, tenant.testKey, { callback_url });
      const { verificationId } = started;
      const end = () => complete(service.call, tenant.testKey, { verificationId, verifiedAge: 30 });
      return { ...tenant, verificationId, secret: secretOf(started), end };
    };
    const byCode = await approved("code");
    await back("while it is open", byCode.secret);
    await byCode.end();
    await at(world, byCode.secret)("cancelled too late, by script", "cancel", { headers: SCRIPT });
    const answer = await back("with a code", byCode.secret);
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code");
    const { testKey: key, verificationId } = byCode;
    await record("exchange", "POST", "/tokens/exchange", { key, body: { verificationId, code } });
    await back("after the exchange", byCode.secret);
    world.later(61 * MINUTE_MS);
    await back("after an hour", byCode.secret);
    const byToken = await approved("token");
    await byToken.end();
    await back("with the token", byToken.secret);
    await back("of no page", NO_PAGE);
  },
};

const appeal: Group = {
  name: "appeal",
  run: async (world) => {
    const { secret } = await newPage(world);
    await world.record("by the address bar", "GET", `/v/${secret}/appeal`);
    await at(world, secret)("nothing to appeal, by script", "appeal", { headers: SCRIPT });
    await at(world, secret)("nothing to appeal, by form", "appeal", { headers: FORM, body: "" });
    await at(world, NO_PAGE)("unknown, by form", "appeal", { headers: FORM, body: "" });
  },
};

const identityProviders: Group = {
  name: "identity providers",
  run: async (world) => {
    const { secret } = await newPage(world);
    const body = "provider=eid";
    const headers = { ...FORM, "sec-fetch-site": "same-origin" };
    await world.record("by the address bar", "GET", `/v/${secret}/idp`);
    await at(world, secret)("one that there is not", "idp", { headers, body });
    await at(world, secret)("nonsense", "idp", { headers, body: "nonsense=1" });
    await at(world, secret)("from another site", "idp", {
      headers: { ...FORM, "sec-fetch-site": "cross-site" },
      body,
    });
    await at(world, NO_PAGE)("of no page", "idp", { headers, body });
    await world.record("back, without a state", "GET", "/v/idp/callback?code=x");
    const answer = `code=x&state=${"s".repeat(43)}`;
    await world.record("back, in another browser", "GET", `/v/idp/callback/${NO_PROVIDER}?${answer}`);
    await world.record("the same, at the address that all once shared", "GET", `/v/idp/callback?${answer}`);
  },
};

const vendors: Group = {
  name: "vendors",
  run: async (world) => {
    const { secret } = await newPage(world);
    const body = "provider=stripe";
    const headers = { ...FORM, "sec-fetch-site": "same-origin" };
    await world.record("by the address bar", "GET", `/v/${secret}/vendor`);
    await at(world, secret)("one that there is not", "vendor", { headers, body });
    await at(world, secret)("nothing is awaited", "vendor", { headers, body: "intent=look" });
    await at(world, secret)("nonsense", "vendor", { headers, body: "provider=nonsense" });
    await at(world, secret)("from another site", "vendor", {
      headers: { ...FORM, "sec-fetch-site": "cross-site" },
      body,
    });
    await at(world, NO_PAGE)("of no page", "vendor", { headers, body });
    await world.record("back, without a reference", "GET", "/v/vendor/return");
    await world.record("back, in another browser", "GET", `/v/vendor/return?ref=vse_${"0".repeat(40)}`);
    await world.record("a callback to no vendor", "POST", `/v/vendor/vnd_${"0".repeat(26)}/callback`, {
      body: "{}",
    });
  },
};

const data: Group = {
  name: "what is kept",
  run: async (world) => {
    const page = await newPage(world);
    const copy = (what: string, secret: string) => world.record(what, "GET", `/v/${secret}/data/copy`);
    await at(world, page.secret)("erasure of an open check", "data/erasure", { headers: FORM, body: "" });
    await complete(world.service.call, page.key, { verificationId: page.verificationId, verifiedAge: 30 });
    await copy("a copy", page.secret);
    await world.record("by the address bar", "GET", `/v/${page.secret}/data/erasure`);
    await at(world, page.secret)("erasure", "data/erasure", { headers: FORM, body: "" });
    await at(world, page.secret)("erasure, again", "data/erasure", { headers: FORM, body: "" });
    await copy("a copy after asking", page.secret);
    await copy("of an unknown page", NO_PAGE);
    await at(world, NO_PAGE)("erasure on an unknown page", "data/erasure", { headers: FORM, body: "" });
  },
};

const questionOf = ({ body }: Answer) =>
  z
    .object({
      options: z.looseObject({
        challenge: z.string(),
        rpId: z.string().exactOptional(),
        rp: z.looseObject({ id: z.string() }).exactOptional(),
      }),
    })
    .parse(body).options;

const ageKeys: Group = {
  name: "age keys",
  run: async (world) => {
    const { service } = world;
    const { id, testKey: key } = await service.tenant({ plan: "scale" });
    await patchTenant(service.call, id, { methods: ["age_key", "document"] });
    const page = async () => secretOf(await start(service.call, key));
    const headers = { accept: "application/json", origin: BASE_URL };
    const send = (what: string, path: string, body = "") =>
      world.record(what, "POST", path, { headers, body });
    const device = newAuthenticator(BASE_URL);
    const first = `/v/${await page()}`;
    await world.record("by another site", "POST", `${first}/key/ask`, {
      headers: { ...headers, origin: "https://evil.example" },
    });
    await send("before any approval", `${first}/key/offer`);
    await send("a step that is not there", `${first}/key/nonsense`);
    await send("of no page", `/v/${NO_PAGE}/key/ask`);
    await at(world, first.slice("/v/".length))("approve", "sandbox", { headers: SCRIPT, body: "approve" });
    const offer = questionOf(await send("what a passkey is made of", `${first}/key/offer`));
    await send("a passkey that is none", `${first}/key/keep`, "{}");
    await send("a passkey", `${first}/key/keep`, device.create(offer));
    await send("once more", `${first}/key/offer`);
    const next = `/v/${await page()}`;
    const question = questionOf(await send("a question", `${next}/key/ask`));
    await send("an answer without the owner", `${next}/key/use`, device.get(question, { isVerified: false }));
    await send("an answer to a question that is over", `${next}/key/use`, device.get(question));
    const again = questionOf(await send("another question", `${next}/key/ask`));
    await send("an answer", `${next}/key/use`, device.get(again));
    const own = async (what: string, step: string) =>
      send(what, `/key/${step}`, device.get(questionOf(await send(`a question, then ${what}`, "/key/ask"))));
    await own("what the key says", "look");
    await own("the key is deleted", "delete");
    await own("there is no such key", "delete");
    await send("no such step", "/key/nonsense");
  },
};

export const HOSTED: readonly Group[] = [
  GATES,
  state,
  cancel,
  others,
  sandbox,
  documents,
  handoff,
  wayBack,
  appeal,
  identityProviders,
  vendors,
  data,
  ageKeys,
];
