import type { Kind } from "./statement.ts";

/** What a request needs of its tenant. */
export const TENANT = {
  id: "text",
  name: "text",
  isActive: "boolean",
  plan: "plan",
  overrides: "json",
  minimumAge: "int",
  disclosure: "disclosure",
  methods: "texts",
  maxAttempts: "int",
  tokenTtlSeconds: "int",
  callbackHosts: "texts",
  policyId: "text?",
  createdAt: "time",
} as const satisfies Readonly<Record<string, Kind>>;
