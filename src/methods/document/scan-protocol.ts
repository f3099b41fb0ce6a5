import type { ScanResult } from "./document.ts";

/** From the service to a scan process. One at a time, so it needs no number. */
export type ScanRequest = { kind: "scan"; photo: Uint8Array };

/** From a scan process to the service. */
export type ScanReply = { kind: "ready" } | { kind: "result"; result: ScanResult };

/** The exit code of a scan process that a picture made use too much memory. */
export const EXIT_TOO_MUCH_MEMORY = 83;

const kindOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;

export const isScanRequest = (value: unknown): value is ScanRequest =>
  kindOf(value) === "scan" &&
  typeof value === "object" &&
  value !== null &&
  "photo" in value &&
  value.photo instanceof Uint8Array;

/**
 * Both ends are our own code of the same version, so the envelope is checked and what is inside is believed. A taken-over
 * scan process could lie about a birth date in any shape; no check of shapes would stop it.
 */
export const isScanReply = (value: unknown): value is ScanReply => {
  if (kindOf(value) === "ready") return true;
  if (kindOf(value) !== "result" || typeof value !== "object" || value === null || !("result" in value))
    return false;
  const inner = kindOf(value.result);
  return inner === "read" || inner === "no_read";
};
