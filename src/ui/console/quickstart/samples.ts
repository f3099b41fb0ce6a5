export type Place = { baseUrl: string; keyName: string; tenantId: string };
export type Sample = { title: string; about: string; label: string; code: string };

const START = '{"minimumAge":18,"callback_url":"https://shop.example.com/back"}';

/** The way of one verification through a tenant's own backend, with its own address and key in place. */
export const samplesFor = ({ baseUrl, keyName, tenantId }: Place): Sample[] => [
  {
    title: "Start a verification",
    about: "Your backend asks. The answer has a sessionUrl: send the person's browser there.",
    label: "Terminal",
    code: [
      `curl -X POST ${baseUrl}/verify/start`,
      `  -H "x-tenant-api-key: $${keyName}"`,
      '  -H "content-type: application/json"',
      `  -d '${START}'`,
    ].join(" \\\n"),
  },
  {
    title: "Confirm the token",
    about: "The browser comes back to your callback_url with a token. Confirm it before you let anybody in.",
    label: "Terminal",
    code: [
      `curl -X POST ${baseUrl}/tokens/validate`,
      `  -H "x-tenant-api-key: $${keyName}"`,
      '  -H "content-type: application/json"',
      `  -d "{\\"token\\":\\"$TOKEN\\"}"`,
    ].join(" \\\n"),
  },
  {
    title: "Or confirm it offline",
    about:
      "Tokens are signed; the public keys are open to everybody. A token that was revoked is known here only.",
    label: "Node.js, with jose",
    code: [
      'import { createRemoteJWKSet, jwtVerify } from "jose";',
      "",
      `const keys = createRemoteJWKSet(new URL("${baseUrl}/.well-known/jwks.json"));`,
      "const { payload } = await jwtVerify(token, keys, {",
      `  issuer: "${baseUrl}",`,
      `  audience: "${tenantId}",`,
      "});",
      "console.log(payload.over18);",
    ].join("\n"),
  },
];
