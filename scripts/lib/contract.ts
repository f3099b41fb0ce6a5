import { openApiDocument } from "#contracts/public/openapi.ts";

/** Where the interface of the last release is kept, for clients and for the test that refuses breaking changes. */
export const RELEASED_CONTRACT = "docs/openapi/released.json";

/** The interface as a release publishes it. */
export const releasedContract = (version: string): string =>
  `${JSON.stringify({ ...openApiDocument("https://age.example.com"), "x-release": version }, null, 2)}\n`;
