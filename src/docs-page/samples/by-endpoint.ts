import { SAMPLES } from "#docs-page/generated/samples.ts";
import type { Samples } from "./languages.ts";

// More than one where integrators ask for more: a poll as well as one look, a check without a call as well as one with.
const FILES: Readonly<Record<string, readonly string[]>> = {
  "POST /verify/start": ["start"],
  "GET /verify/status": ["status", "wait"],
  "GET /verify/list": ["list"],
  "POST /verify/complete": ["complete"],
  "POST /verify/submit": ["submit"],
  "POST /verify/cancel": ["cancel"],
  "POST /verify/simulate": ["simulate"],
  "GET /verify/events": ["events"],
  "POST /verify/redact": ["redact"],
  "POST /tokens/validate": ["validate", "validate-offline"],
  "POST /tokens/exchange": ["exchange"],
};

const TITLES: Readonly<Record<string, string>> = {
  wait: "Wait for the end",
  "validate-offline": "Without a call, by the service's public keys: a revoked token is not noticed",
};

export type NamedSamples = { name: string; title?: string; samples: Samples };

const named = (name: string): NamedSamples[] => {
  const samples = SAMPLES[name];
  const title = TITLES[name];
  return samples === undefined ? [] : [{ name, samples, ...(title !== undefined && { title }) }];
};

/** The samples of an endpoint, none for one that has only a curl line. */
export const samplesOf = ({ method, path }: { method: string; path: string }): NamedSamples[] =>
  (FILES[`${method} ${path}`] ?? []).flatMap(named);

/** Those that belong to no endpoint: a receiver of webhooks, and what a program does with an error. */
export const samplesNamed = (name: "webhook" | "errors"): NamedSamples[] => named(name);
