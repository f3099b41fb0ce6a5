import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import { createMethods } from "#methods/registry.ts";
import { heicOf } from "../../lab/documents/heic.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { submitEvidence, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";

const document = createDocumentMethod({
  processes: 1,
  queueLimit: 8,
  timeoutMs: 60_000,
  acceptSamples: true,
});
afterAll(() => document.close?.());
const service = promisedServiceForFile({ overrides: { methods: createMethods([document]) } });

const newPage = async () => {
  const { call, deps, tenant } = service.get();
  const { liveKey } = await tenant({ plan: "scale" });
  const secret = secretOf(await start(call, liveKey));
  const send = async (body: string | Uint8Array) => {
    const response = await submitEvidence(deps, secret, { method: "document", body });
    return { status: response.status, body: await response.json() };
  };
  return { deps, secret, send };
};

const sample = () => readFile(join(import.meta.dirname, "../../public/samples/licence-adult.jpg"));

test("a file of another format, or too large a one, costs no attempt; a damaged one does", {
  timeout: 60_000,
}, async () => {
  const { deps, secret, send } = await newPage();
  const isRefused = { status: 422, body: { code: "IMAGE_FORMAT_UNSUPPORTED" } };
  for (const file of ["%PDF-1.7", "<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a"]) {
    expect(await send(file)).toMatchObject(isRefused);
  }
  const vast = Buffer.from(await heicOf(await sample(), { width: 60_000, height: 60_000, where: "box" }));
  expect(await send(vast)).toMatchObject({ status: 422, body: { code: "IMAGE_TOO_LARGE" } });
  const damaged = (await sample()).subarray(0, 40_000);
  expect(await send(damaged)).toMatchObject({ status: 200, body: { attemptsLeft: 2 } });
  expect((await viewPage(deps, secret))?.problem).toMatchObject({ code: "IMAGE_FORMAT_UNSUPPORTED" });
});

test("without JavaScript the page says why, and the check goes on", { timeout: 60_000 }, async () => {
  const { deps, secret } = await newPage();
  const headers = { accept: "text/html" };
  const response = await submitEvidence(deps, secret, { method: "document", headers, body: "%PDF-1.7" });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(
    `/v/${secret}?method=document&problem=IMAGE_FORMAT_UNSUPPORTED`,
  );
});

test("a phone's HEIC decides like any photo", { timeout: 60_000 }, async () => {
  const { send } = await newPage();
  const heic = await heicOf(await sample());
  expect(await send(heic)).toMatchObject({ status: 200, body: { outcome: "approved" } });
});
