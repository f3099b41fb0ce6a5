import { createHash } from "node:crypto";
import { cborEncode, DataItem } from "@owf/mdoc";
import { Extension } from "./authority.ts";

// Metadata of relying parties for Google Wallet, written with a CBOR library that is not the service's.

export const SHOP = {
  display_name: "Corner Shop",
  logo_uri: "https://shop.example/logo.png",
  privacy_policy_uri: "https://shop.example/privacy",
};

export const OPERATOR = {
  display_name: "Age Checks Ltd",
  logo_uri: "https://operator.example/logo.png",
  privacy_policy_uri: "https://operator.example/privacy",
};

/** RelyingPartyMetadataBytes, of any members. */
export const metadataBytes = (members: object = { schema_version: "v1", display: SHOP }): Uint8Array =>
  new Uint8Array(cborEncode(DataItem.fromData(toMap(members))));

const toMap = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? new Map(Object.entries(value).map(([key, inner]) => [key, toMap(inner)]))
    : value;

export const sha256Of = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** The extension that binds a certificate to metadata: an OCTET STRING of the hash. */
export const bindingTo = (bytes: Uint8Array): InstanceType<typeof Extension> =>
  new Extension(
    "1.3.6.1.4.1.11129.10.1",
    false,
    new Uint8Array(Buffer.concat([Buffer.of(4, 32), sha256Of(bytes)])),
  );
