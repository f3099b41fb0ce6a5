/** A call that starts a verification, ready to be pasted. Without a key in sight it takes one from the environment. */
export const curlLine = (baseUrl: string, key: string | null): string =>
  [
    `curl -X POST ${baseUrl}/verify/start`,
    `  -H "x-tenant-api-key: ${key ?? "$LINTEL_TEST_KEY"}"`,
    `  -H "content-type: application/json"`,
    `  -d '{"metadata":{"order":"A-1001"}}'`,
  ].join(" \\\n");
