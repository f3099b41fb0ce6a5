import { openApiDocument } from "#contracts/public/openapi.ts";

/** HTTP's own names, which the contract lists as it lists codes. */
const HTTP_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const capitalsIn = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "enum" || name === "const"
      ? [inner].flat().filter((given) => typeof given === "string" && /^[A-Z][A-Z0-9_]+$/.test(given))
      : capitalsIn(inner),
  );
};

/** Every code of `/openapi.json`: each name in capitals that a schema allows as a value. */
export const contractCodes = (): readonly string[] =>
  [...new Set(capitalsIn(openApiDocument("https://age.test")))].filter((name) => !HTTP_METHODS.has(name));
