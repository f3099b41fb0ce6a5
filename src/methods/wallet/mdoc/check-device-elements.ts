import { decodeCbor } from "../cbor/decode.ts";
import { asList, asMap, type CborMap } from "../cbor/read.ts";
import { PASSED, type Result, refuse } from "../result.ts";
import type { DeviceSigned } from "./device-authentication.ts";

/** ISO/IEC 18013-5 §9.1.2.4, KeyAuthorizations: whole namespaces, or single elements of one. */
const isAuthorized = (authorizations: CborMap | null, nameSpace: string, name: unknown): boolean => {
  const whole = asList(authorizations?.get("nameSpaces")) ?? [];
  const single = asList(asMap(authorizations?.get("dataElements"))?.get(nameSpace)) ?? [];
  return whole.includes(nameSpace) || single.includes(name);
};

/**
 * Elements that the device signed by itself are never read: a phone's own word on an age is no proof. That they
 * are allowed at all is checked because a wallet that breaks this rule cannot be trusted to keep others.
 */
export const checkDeviceElements = (
  deviceSigned: DeviceSigned,
  authorizations: CborMap | null,
): Result<null> => {
  const decoded = decodeCbor(deviceSigned.nameSpaces.content);
  const nameSpaces = decoded.ok ? asMap(decoded.value) : null;
  if (!nameSpaces) return refuse("device_auth_malformed");
  for (const [nameSpace, elements] of nameSpaces) {
    const names = asMap(elements);
    if (typeof nameSpace !== "string" || !names) return refuse("device_auth_malformed");
    const all = [...names.keys()].every((name) => isAuthorized(authorizations, nameSpace, name));
    if (!all) return refuse("device_element_refused");
  }
  return PASSED;
};
