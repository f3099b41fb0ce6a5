import type { Mode } from "#core/verification.ts";

/** What is left to do after a method was added: pages of test keys offer every one. */
export const whereOffered = (mode: Mode): string =>
  mode === "test" ? "Test pages offer it now." : "Name it in the settings or in a policy to offer it.";
