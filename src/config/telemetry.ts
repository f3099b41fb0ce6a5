import { SOFTWARE_VERSION } from "#core/practice/version.ts";
import { collectorUrl, exportHeaders, oneOf, share, text, wholeNumber } from "./shapes.ts";

// Where traces and metrics go, and under which names: docs/telemetry.md.

export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: exportHeaders.default({}),
  // As it was given: one that cannot be read is left out with a warning, as the specification says.
  OTEL_RESOURCE_ATTRIBUTES: text.optional(),
  OTEL_SERVICE_NAME: text.max(200, "expected at most 200 characters").optional(),
  OTEL_TRACES_SAMPLER: oneOf([
    "always_on",
    "always_off",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
  ]).default("parentbased_traceidratio"),
  OTEL_TRACES_SAMPLER_ARG: share.default(0.01),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(1_000, 3_600_000).default(60_000),
};

const decoded = (encoded: string): string | null => {
  try {
    return decodeURIComponent(encoded.trim());
  } catch {
    return null;
  }
};

/**
 * Attributes such as `key1=value1,key2=value2`, percent-encoded (OpenTelemetry, "Resource SDK").
 * @returns null if any of them cannot be read: then all are discarded
 */
const readAttributes = (value: string): Record<string, string> | null => {
  const pairs: [string, string][] = [];
  for (const part of value.split(",").filter((each) => each.trim() !== "")) {
    const [name = "", given = "", ...more] = part.split("=");
    const [key, read] = [decoded(name), decoded(given)];
    if (!key || read === null || more.length > 0 || !part.includes("=")) return null;
    pairs.push([key, read]);
  }
  return Object.fromEntries(pairs);
};

const UNREADABLE =
  "OTEL_RESOURCE_ATTRIBUTES cannot be read, so none of it is sent: expected pairs such as name=value, separated by commas, with % as %25, other commas as %2C and = as %3D";

/**
 * The attributes that tell the collector which service and which release this is.
 * @param warn called if OTEL_RESOURCE_ATTRIBUTES cannot be read, with a sentence that does not quote it
 */
export const resourceOf = (
  given: { OTEL_RESOURCE_ATTRIBUTES?: string | undefined; OTEL_SERVICE_NAME?: string | undefined },
  warn: (sentence: string) => void,
): Record<string, string> => {
  const { OTEL_RESOURCE_ATTRIBUTES: listed = "", OTEL_SERVICE_NAME: name } = given;
  const attributes = readAttributes(listed);
  if (attributes === null) warn(UNREADABLE);
  return {
    "service.name": "lintel",
    "service.version": SOFTWARE_VERSION,
    ...attributes,
    ...(name === undefined ? {} : { "service.name": name }),
  };
};
