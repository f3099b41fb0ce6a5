import { Sealed } from "@lintel/age";
import type { NoRead, ReadDocument, ScanResult } from "../document.ts";
import type { SignerKey } from "../signed/signer-keys.ts";

/** From the service to a scan process. One at a time, so requests need no number. */
export type ScanRequest = { kind: "scan"; photo: Uint8Array };

/** Sent before the first scan: the keys to check barcode signatures with. */
export type SignerRequest = { kind: "signers"; keys: readonly SignerKey[] };

/**
 * A document with its sealed parts opened: a message between processes is a copy, and a seal cannot be
 * copied.
 */
type Opened<D> = D extends { birthDate: Sealed<infer T> } ? Omit<D, "birthDate"> & { opened: T } : never;

/** From a scan process to the service. */
export type ScanReply =
  | { kind: "ready" }
  | { kind: "result"; result: { kind: "read"; document: Opened<ReadDocument> } | NoRead };

/** Opens what was read, only for its way between the processes. */
export const replyWith = (result: ScanResult): ScanReply => {
  if (result.kind !== "read") return { kind: "result", result };
  const { document } = result;
  if (document.source !== "mrz") {
    const { birthDate, ...rest } = document;
    return { kind: "result", result: { kind: "read", document: { ...rest, opened: birthDate.open() } } };
  }
  const { birthDate, ...rest } = document;
  return { kind: "result", result: { kind: "read", document: { ...rest, opened: birthDate.open() } } };
};

/** Seals what arrived. */
export const resultIn = ({ result }: Extract<ScanReply, { kind: "result" }>): ScanResult => {
  if (result.kind !== "read") return result;
  const { document } = result;
  if (document.source !== "mrz") {
    const { opened, ...rest } = document;
    return { kind: "read", document: { ...rest, birthDate: new Sealed(opened) } };
  }
  const { opened, ...rest } = document;
  return { kind: "read", document: { ...rest, birthDate: new Sealed(opened) } };
};

/** The exit code of a scan process in which a picture used too much memory. */
export const EXIT_TOO_MUCH_MEMORY = 83;

/** What a scan process may take, in bytes, before it ends itself. Whatever limits the memory of a service needs room for it. */
export const MAX_RESIDENT_BYTES = 900 * 1024 * 1024;

const hasKind = (value: unknown): value is { kind: unknown } =>
  typeof value === "object" && value !== null && "kind" in value;

export const isSignerRequest = (value: unknown): value is SignerRequest =>
  hasKind(value) && value.kind === "signers" && "keys" in value && Array.isArray(value.keys);

export const isScanRequest = (value: unknown): value is ScanRequest =>
  hasKind(value) && value.kind === "scan" && "photo" in value && value.photo instanceof Uint8Array;

/**
 * Both ends are our own code of the same version, so only the envelope is checked and its content is
 * believed. A compromised scan process could lie about a birth date in perfect form; checking the form would
 * not stop it.
 */
export const isScanReply = (value: unknown): value is ScanReply => {
  if (!hasKind(value)) return false;
  if (value.kind !== "result") return value.kind === "ready";
  const inner = "result" in value && hasKind(value.result) ? value.result.kind : null;
  return inner === "read" || inner === "no_read";
};
