import type { CodeInLanguage } from "../../kit/code-tabs.tsx";
import { callInAll } from "./languages.ts";

export type Place = { baseUrl: string; keyName: string; keyHint: string; tenantId: string };
export type Sample = { title: string; about: string; languages: CodeInLanguage[] };

const offline = ({ baseUrl, tenantId }: Place): CodeInLanguage[] => [
  {
    id: "node",
    name: "Node.js, with jose",
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
  {
    id: "python",
    name: "Python, with PyJWT",
    code: [
      "import jwt",
      "",
      `keys = jwt.PyJWKClient("${baseUrl}/.well-known/jwks.json")`,
      "claims = jwt.decode(",
      "    token,",
      "    keys.get_signing_key_from_jwt(token).key,",
      '    algorithms=["ES256"],',
      `    issuer="${baseUrl}",`,
      `    audience="${tenantId}",`,
      ")",
      'print(claims["over18"])',
    ].join("\n"),
  },
];

/** The way of one verification through a tenant's own backend, with its own address and key in place. */
export const samplesFor = (place: Place): Sample[] => {
  const { baseUrl, keyName, keyHint } = place;
  return [
    {
      title: "Start a verification",
      about: "Call this from your backend, then send the person's browser to the sessionUrl in the response.",
      languages: callInAll({
        url: `${baseUrl}/verify/start`,
        keyName,
        keyHint,
        body: { minimumAge: 18, callback_url: "https://shop.example.com/back" },
        wanted: "sessionUrl",
      }),
    },
    {
      title: "Confirm the token",
      about:
        "The browser returns to your callback_url with a token. Confirm it before you let the person in.",
      languages: callInAll({
        url: `${baseUrl}/tokens/validate`,
        keyName,
        keyHint,
        body: { token: "$TOKEN" },
        wanted: "over18",
      }),
    },
    {
      title: "Or confirm it offline",
      about: "Check the signature with our public keys. Only the call above knows about revoked tokens.",
      languages: offline(place),
    },
  ];
};
