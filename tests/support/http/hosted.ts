import { hostedState } from "#contracts/public/hosted.ts";
import { bandOfAge } from "#core/age-over.ts";
import { type Finding, FORM, type Method } from "#methods/method.ts";
import { createMethods, type Methods } from "#methods/registry.ts";
import { pollPage } from "#services/check/page.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { type HostedView, viewHostedPage } from "#services/hosted/view.ts";
import { BASE_URL } from "../world/service.ts";
import { TRAITS } from "../world/traits.ts";
import { type AtSite, atOf, hostedEvidence, hostedReturn } from "./handlers.ts";

type HandIn = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | URLSearchParams;
};

/** What the page's form or script sends. */
export const submitEvidence = (deps: Deps, secret: string, { method = "sandbox", headers, body }: HandIn) =>
  hostedEvidence(
    deps,
    new Request(`${BASE_URL}/v/${secret}/${method}`, {
      method: "POST",
      body: body instanceof Uint8Array ? Buffer.from(body) : (body ?? "approve"),
      headers: { accept: "application/json", ...headers },
    }),
    { secret, method },
  );

/** A browser that has the page, at the site that the service is asked at. */
export const asEndUser = (deps: AtSite): Ctx => ({
  ...atOf(deps),
  actor: { kind: "end_user" },
  requestId: "request.1",
});

/** What the page shows, read as a preview of the link would. */
export const viewPage = (deps: Deps, secret: string): Promise<HostedView | null> =>
  viewHostedPage(asEndUser(deps), secret);

/** Where the browser is sent that goes back to the tenant. */
export const goBack = async (deps: Deps, secret: string): Promise<URL> => {
  const request = new Request(`${BASE_URL}/v/${secret}/return`);
  const response = await hostedReturn(deps, request, { secret });
  if (response.status !== 303) throw new Error(`no way back: ${response.status} ${await response.text()}`);
  return new URL(response.headers.get("location") ?? "", BASE_URL);
};

/** A code that the browser brings. */
export const codeOf = async (deps: Deps, secret: string): Promise<string> =>
  (await goBack(deps, secret)).searchParams.get("code") ?? "";

/** What the page shows once its script has told that it is open. */
export const openPage = async (deps: Deps, secret: string): Promise<HostedView | null> => {
  await pollPage(asEndUser(deps), secret);
  return viewPage(deps, secret);
};

/** As the page's script: hands evidence in, and draws the page again. The view, or the error's code. */
export const play = async (deps: Deps, secret: string, outcome: string) => {
  const response = await submitEvidence(deps, secret, { body: outcome });
  const body: unknown = await response.json();
  if (response.status === 200) {
    hostedState.strict().parse(body);
    return { status: 200, code: null, view: await viewPage(deps, secret) };
  }
  const code = typeof body === "object" && body !== null && "code" in body ? String(body.code) : null;
  return { status: response.status, code, view: null };
};

/** In place of the sandbox: a check that ends when the test says so. */
export const slowMethod = (): {
  methods: Methods;
  started: Promise<void>;
  finish: (finding: Finding) => void;
} => {
  const { promise: started, resolve: begin } = Promise.withResolvers<void>();
  const { promise, resolve: finish } = Promise.withResolvers<Finding>();
  const method: Method = {
    id: "sandbox",
    traits: TRAITS,
    modes: ["test"],
    maxBodyBytes: 64,
    start: async () => FORM,
    answer: () => {
      begin();
      return promise;
    },
  };
  return { methods: createMethods([method]), started, finish };
};

export const approval: Finding = {
  kind: "evidence",
  evidence: { age: 30, band: bandOfAge(30), confidence: 1, documentType: null, assurance: "test" },
};

export const noDecision: Finding = { kind: "no_decision", code: "DOCUMENT_UNREADABLE", hint: "again" };
