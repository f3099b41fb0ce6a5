import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DemoWallet, startDemoWallet } from "../../../lab/demo-wallet/server/serve.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { type RelyingParty, startRelyingParty } from "../../support/wallet/relying-party.ts";

// The demo wallet's pages over HTTP, against a service that verifies with the real core.

const BACK = "http://localhost:9/back?response_code=abc";

let eu: RelyingParty;
let signed: RelyingParty;
let of21: RelyingParty;
let wallet: DemoWallet;

beforeAll(async () => {
  eu = await startRelyingParty({ app: "eu", redirectTo: BACK });
  signed = await startRelyingParty({ app: "openid4vp" });
  of21 = await startRelyingParty({ app: "eu", minimumAge: 25 });
  const services = [eu.origin, signed.origin, of21.origin];
  wallet = await startDemoWallet({ port: await anyPort(), environment: "development", services });
});
afterAll(async () => {
  await wallet.stop();
  await Promise.all([eu, signed, of21].map((party) => party[Symbol.asyncDispose]()));
});

const open = async (link: string): Promise<{ status: number; text: string; id: string }> => {
  const response = await fetch(`${wallet.url}/?request=${encodeURIComponent(link)}`);
  const text = await response.text();
  return { status: response.status, text, id: /name="id" value="([^"]+)"/.exec(text)?.[1] ?? "" };
};

const answer = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${wallet.url}/answer`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

describe.each([
  ["the EU's link", () => eu, "eu.europa.ec.av.1"],
  ["a signed link", () => signed, "eu.europa.ec.av.1"],
])("%s", (_name, party, credentialType) => {
  test.each([
    ["ada", true],
    ["ben", false],
  ])("%s shares: over 18 is %s", async (person, isOver) => {
    const { id, text } = await open(party().link);
    expect(text).toContain(`asks whether you are over 18`);
    await answer({ id, person, decision: "share" });
    expect(party().outcomes.at(-1)).toMatchObject({ ok: true, value: { isOver, credentialType } });
  });

  test("is declined without anything being shared", async () => {
    const { id } = await open(party().link);
    const response = await answer({ id, person: "ada", decision: "decline" });
    expect(await response.text()).toContain("Nothing was shared");
    expect(party().outcomes.at(-1)).toEqual({ ok: false, code: "response_error" });
  });
});

test.each(["mdl", "pid_mdoc", "pid_sd_jwt", "photo_id", "google_id_pass"])(
  "a signed link is answered with %s when it is chosen",
  async (credential) => {
    const { id } = await open(signed.link);
    await answer({ id, person: "ada", credential, decision: "share" });
    expect(signed.outcomes.at(-1)).toMatchObject({ ok: true, value: { isOver: true } });
  },
);

test("who signed the request is named, and that nobody did is said", async () => {
  expect((await open(signed.link)).text).toMatch(/Signed by <strong>Corner Shop<\/strong>/);
  expect((await open(eu.link)).text).toMatch(/The request is not signed/);
});

test("the browser goes on where the service says", async () => {
  const { id } = await open(eu.link);
  const response = await answer({ id, person: "ada", decision: "share" });
  expect([response.status, response.headers.get("location")]).toEqual([303, BACK]);
});

test("an age that no usual attestation names is attested too", async () => {
  const { id, text } = await open(of21.link);
  expect(text).toContain("whether you are over 25");
  await answer({ id, person: "ada", decision: "share" });
  expect(of21.outcomes.at(-1)).toMatchObject({ ok: true, value: { minimumAge: 25, isOver: true } });
});

test("an answer is given once", async () => {
  const { id } = await open(eu.link);
  await answer({ id, person: "ada", decision: "share" });
  expect((await answer({ id, person: "ada", decision: "share" })).status).toBe(410);
});

test("a request for more than an age is not answered", async () => {
  const link = eu.link.replaceAll("age_over_18", "family_name");
  const { status, text } = await open(link);
  expect(status).toBe(400);
  expect(text).toContain("asks for more than an age");
});

test("a signed request that was changed, or that another certificate signed, is not answered", async () => {
  const link = signed.link.replace(/(?<=x509_hash%3A)./, (first) => (first === "A" ? "B" : "A"));
  expect(link).not.toBe(signed.link);
  expect((await open(link)).status).toBe(400);
});

test("services that it was not started for get nothing", async () => {
  await using stranger = await startRelyingParty({ app: "eu" });
  const { id } = await open(stranger.link);
  const response = await answer({ id, person: "ada", decision: "share" });
  expect(response.status).toBe(400);
  expect(stranger.outcomes).toEqual([]);
});

test("another site cannot share for the person", async () => {
  const { id } = await open(eu.link);
  const before = eu.outcomes.length;
  for (const origin of ["https://evil.example", "null"]) {
    expect((await answer({ id, person: "ada", decision: "share" }, { origin })).status).toBe(403);
  }
  expect(eu.outcomes).toHaveLength(before);
});

test.each(["nonsense", "av://", "https://example.com", "av://?client_id=x"])(
  "%s is said to be no request",
  async (link) => {
    const { status, text } = await open(link);
    expect(status).toBe(400);
    expect(text).toContain("That did not work");
  },
);

test("what a link says is shown as text, never as markup", async () => {
  const { text } = await open("av://?client_id=<script>alert(1)</script>");
  expect(text).not.toContain("<script");
});

test("it does not run for production", async () => {
  const start = startDemoWallet({ port: 0, environment: "production", services: [] });
  await expect(start).rejects.toThrow(/not for LINTEL_ENV=production/);
});
