import { Tagged } from "cborg";
import { describe, expect, test } from "vitest";
import { coseKeyOf } from "../../../tests/support/wallet/forge.ts";
import {
  createTrial,
  type ForgedCase,
  flip,
  refused,
  sessionOf,
} from "../../../tests/support/wallet/mdoc-trial.ts";

// Answers that belong to another session, are put together wrongly, or were not made by the credential's own device.

const MDL = "org.iso.18013.5.1.mDL";
const EU = "eu.europa.ec.av.1";
const { device, otherDevice, forge, verify } = await createTrial();
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const cases: ForgedCase[] = [
  // The session
  [
    "another nonce",
    "device_signature",
    () => ({
      transcript: sessionOf({ nonce: "n-2" }),
    }),
  ],
  [
    "another origin",
    "device_signature",
    () => ({
      transcript: sessionOf({ origin: "https://evil.example" }),
    }),
  ],
  [
    "encrypted to another key",
    "device_signature",
    () => ({
      transcript: sessionOf({ thumbprint: new Uint8Array(32) }),
    }),
  ],
  // The response
  ["version 2.0", "response_version", () => ({ response: (r) => r.set("version", "2.0") })],
  ["no version", "response_version", () => ({ response: (r) => r.delete("version") })],
  ["status 10", "response_status", () => ({ response: (r) => r.set("status", 10) })],
  ["no status", "response_status", () => ({ response: (r) => r.delete("status") })],
  ["no documents", "document_count", () => ({ response: (r) => r.delete("documents") })],
  ["an empty list of documents", "document_count", () => ({ response: (r) => r.set("documents", []) })],
  [
    "two documents",
    "document_count",
    () => ({
      response: (r) => r.set("documents", [...asArray(r.get("documents")), ...asArray(r.get("documents"))]),
    }),
  ],
  ["another document type", "doctype_mismatch", () => ({ docType: EU })],
  [
    "another document type under the name of this one",
    "mso_doctype",
    () => ({ docType: EU, claimedDocType: MDL }),
  ],
  // The device
  ["another device's key", "device_signature", () => ({ namedDeviceJwk: otherDevice })],
  ["a point off the curve", "device_key", () => ({ namedDeviceJwk: { x: device.x, y: otherDevice.y } })],
  [
    "a key on another curve",
    "device_key",
    () => ({
      mso: (m) => m.set("deviceKeyInfo", new Map([["deviceKey", new Map([...coseKeyOf(device), [-1, 2]])]])),
    }),
  ],
  ["no device key", "device_key", () => ({ mso: (m) => m.set("deviceKeyInfo", new Map()) })],
  ["no device signature", "device_auth_malformed", () => ({ deviceAuth: (a) => a.clear() })],
  [
    "a MAC beside the signature",
    "device_auth_malformed",
    () => ({ deviceAuth: (a) => a.set("deviceMac", []) }),
  ],
  [
    "a MAC",
    "device_mac_refused",
    () => ({ deviceAuth: (a) => a.set("deviceMac", a.get("deviceSignature")).delete("deviceSignature") }),
  ],
  [
    "a payload that is not detached",
    "device_auth_malformed",
    () => ({ deviceSignature: ([head, other, , tag]) => [head, other, new Uint8Array([1]), tag] }),
  ],
  ["a device signature by algorithm none", "algorithm_refused", () => ({ deviceProtected: new Map() })],
  [
    "a changed device signature",
    "device_signature",
    () => ({ deviceSignature: ([head, other, payload, tag]) => [head, other, payload, flip(tag)] }),
  ],
  [
    "changed device elements",
    "device_signature",
    () => ({ deviceSigned: (s) => s.set("nameSpaces", new Tagged(24, new Uint8Array([0xb8, 0]))) }),
  ],
  ["no device part", "device_auth_malformed", () => ({ deviceSigned: (s) => s.clear() })],
  [
    "an age that the device signed itself",
    "device_element_refused",
    () => ({
      elements: { age_over_16: true },
      deviceNameSpaces: new Map([["org.iso.18013.5.1", new Map([["age_over_18", true]])]]),
    }),
  ],
];

describe("a response is refused", () => {
  test.each(cases)("%s: %s", (_name, code, change) => {
    expect(verify(forge(change()))).toEqual(refused(code));
  });

  test("bytes after it, duplicate keys, depth, size", () => {
    const honest = forge();
    expect(verify(new Uint8Array([...honest, 0]))).toEqual(refused("cbor_malformed"));
    const status = [0x66, ...new TextEncoder().encode("status"), 0];
    expect(verify(new Uint8Array([0xa4, ...honest.slice(1), ...status]))).toEqual(refused("cbor_malformed"));
    expect(verify(new Uint8Array(5000).fill(0x81))).toEqual(refused("cbor_malformed"));
    expect(verify(new Uint8Array(129 * 1024))).toEqual(refused("too_large"));
    expect(verify(new Uint8Array([0x80]))).toEqual(refused("response_malformed"));
  });
});
