import { hostedAnswer } from "#contracts/hosted.ts";
import { hostedEvidence } from "#http/hosted-evidence.ts";
import type { Finding, Method, Submission } from "#methods/method.ts";
import { createMethods, type Methods } from "#methods/registry.ts";
import type { Deps } from "#services/context.ts";
import { BASE_URL } from "./service.ts";

type HandIn = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | URLSearchParams;
};

/** What the page's form or script sends. */
export const handIn = (deps: Deps, secret: string, { method = "sandbox", headers, body }: HandIn) =>
  hostedEvidence(
    deps,
    new Request(`${BASE_URL}/v/${secret}/${method}`, {
      method: "POST",
      body: body instanceof Uint8Array ? Buffer.from(body) : (body ?? "approve"),
      headers: { accept: "application/json", ...headers },
    }),
    { secret, method },
  );

/** As the page's script: the new state of the page, or the error's code. */
export const play = async (deps: Deps, secret: string, outcome: string) => {
  const response = await handIn(deps, secret, { body: outcome });
  const body: unknown = await response.json();
  const answer = hostedAnswer.safeParse(body);
  const code = typeof body === "object" && body !== null && "code" in body ? String(body.code) : null;
  return { status: response.status, code, view: answer.success ? answer.data : null };
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
    modes: ["test"],
    maxBodyBytes: 64,
    submit: (_submission: Submission) => {
      begin();
      return promise;
    },
  };
  return { methods: createMethods([method]), started, finish };
};

export const approval: Finding = {
  kind: "evidence",
  evidence: { age: 30, meetsMinimumAge: true, confidence: 1, documentType: null, assurance: "test" },
};

export const noDecision: Finding = { kind: "no_decision", code: "DOCUMENT_UNREADABLE", hint: "again" };
