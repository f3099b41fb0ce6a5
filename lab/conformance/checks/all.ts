import type { Check } from "../check.ts";
import { documentChecks } from "./iso-18013-5.ts";
import { annexCChecks } from "./iso-18013-7-annex-c.ts";
import { oneUseChecks } from "./one-use.ts";
import { bindingChecks } from "./openid4vp-binding.ts";
import { requestChecks } from "./openid4vp-request.ts";
import { postedChecks } from "./openid4vp-response.ts";
import { positiveChecks } from "./positives.ts";
import { readerChecks } from "./readers.ts";
import { sdJwtChecks } from "./rfc-9901-sd-jwt.ts";
import { sameDeviceChecks } from "./same-device.ts";
import { trustChecks } from "./trust.ts";

/** The whole kit, in the order of its table. */
export const CHECKS: readonly Check[] = [
  ...requestChecks,
  ...readerChecks,
  ...positiveChecks,
  ...bindingChecks,
  ...postedChecks,
  ...oneUseChecks,
  ...sameDeviceChecks,
  ...documentChecks,
  ...annexCChecks,
  ...sdJwtChecks,
  ...trustChecks,
];
