import type { ReturnWith } from "#core/tenant.ts";
import type { CodeInLanguage } from "#kit/code.tsx";

export const LANGUAGES = [
  { id: "curl", name: "curl" },
  { id: "node", name: "Node.js" },
  { id: "python", name: "Python" },
  { id: "php", name: "PHP" },
  { id: "go", name: "Go" },
] as const;

export type LanguageId = (typeof LANGUAGES)[number]["id"];

/** The environment variable that holds the key: the one that the packages and the command line read. */
export const KEY_NAME = "LINTEL_API_KEY";

export type Call = {
  /** `https://lintel.example.com/verify/start` */
  url: string;
  /** How the key begins and ends. */
  keyHint: string;
  /** The body to send, as JSON; `$NAME` stands for that variable's value. */
  body: Readonly<Record<string, string | number>>;
  /** The field of the answer to read. */
  wanted: string;
};

const isVariable = (value: string | number): value is string =>
  typeof value === "string" && value.startsWith("$");

type Entry = readonly [name: string, value: string | number];

const listed = (call: Call, write: (entry: Entry) => string): string =>
  Object.entries(call.body).map(write).join(", ");

/** A literal, or how a language names the variable. */
const valued =
  (variable: (name: string) => string) =>
  (value: string | number): string =>
    isVariable(value) ? variable(value.slice(1).toLowerCase()) : JSON.stringify(value);

/** @param data as a shell reads it, with its quotes */
const curlCall = (url: string, key: string, data: string): string =>
  [
    `curl -X POST ${url}`,
    `  -H "x-tenant-api-key: ${key}"`,
    '  -H "content-type: application/json"',
    `  -d ${data}`,
  ].join(" \\\n");

/** A call that starts a verification, ready to paste. Without a key, it takes one from the environment. */
export const curlLine = (baseUrl: string, key: string | null): string =>
  curlCall(`${baseUrl}/verify/start`, key ?? `$${KEY_NAME}`, `'{"metadata":{"order":"A-1001"}}'`);

const curl = (call: Call): string => {
  const body = JSON.stringify(call.body);
  const hasVariable = Object.values(call.body).some(isVariable);
  const data = hasVariable ? `"${body.replaceAll('"', '\\"')}"` : `'${body}'`;
  return `# ${KEY_NAME}: your key ${call.keyHint}\n${curlCall(call.url, `$${KEY_NAME}`, data)}`;
};

const node = (call: Call): string => {
  const value = valued((name) => name);
  return [
    `// ${KEY_NAME}: your key ${call.keyHint}`,
    `const response = await fetch("${call.url}", {`,
    '  method: "POST",',
    "  headers: {",
    `    "x-tenant-api-key": process.env.${KEY_NAME},`,
    '    "content-type": "application/json",',
    "  },",
    `  body: JSON.stringify({ ${listed(call, ([name, is]) => (value(is) === name ? name : `${name}: ${value(is)}`))} }),`,
    "});",
    "const answer = await response.json();",
    `console.log(answer.${call.wanted});`,
  ].join("\n");
};

const python = (call: Call): string => {
  const value = valued((name) => name);
  return [
    "import json, os, urllib.request",
    "",
    `# ${KEY_NAME}: your key ${call.keyHint}`,
    "request = urllib.request.Request(",
    `    "${call.url}",`,
    `    data=json.dumps({${listed(call, ([name, is]) => `"${name}": ${value(is)}`)}}).encode(),`,
    "    headers={",
    `        "x-tenant-api-key": os.environ["${KEY_NAME}"],`,
    '        "content-type": "application/json",',
    "    },",
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    answer = json.load(response)",
    `print(answer["${call.wanted}"])`,
  ].join("\n");
};

const php = (call: Call): string => {
  const value = valued((name) => `$${name}`);
  return [
    "<?php",
    `// ${KEY_NAME}: your key ${call.keyHint}`,
    `$request = curl_init("${call.url}");`,
    "curl_setopt_array($request, [",
    "    CURLOPT_RETURNTRANSFER => true,",
    "    CURLOPT_HTTPHEADER => [",
    `        "x-tenant-api-key: " . getenv("${KEY_NAME}"),`,
    '        "content-type: application/json",',
    "    ],",
    `    CURLOPT_POSTFIELDS => json_encode([${listed(call, ([name, is]) => `"${name}" => ${value(is)}`)}]),`,
    "]);",
    "$answer = json_decode(curl_exec($request), true);",
    `echo $answer["${call.wanted}"];`,
  ].join("\n");
};

const go = (call: Call): string => {
  const value = valued((name) => name);
  return [
    `// ${KEY_NAME}: your key ${call.keyHint}`,
    `body, err := json.Marshal(map[string]any{${listed(call, ([name, is]) => `"${name}": ${value(is)}`)}})`,
    "if err != nil {",
    "\treturn err",
    "}",
    `request, err := http.NewRequest("POST", "${call.url}", bytes.NewReader(body))`,
    "if err != nil {",
    "\treturn err",
    "}",
    `request.Header.Set("x-tenant-api-key", os.Getenv("${KEY_NAME}"))`,
    'request.Header.Set("content-type", "application/json")',
    "response, err := http.DefaultClient.Do(request)",
    "if err != nil {",
    "\treturn err",
    "}",
    "defer response.Body.Close()",
    "var answer map[string]any",
    "if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {",
    "\treturn err",
    "}",
    `fmt.Println(answer["${call.wanted}"])`,
  ].join("\n");
};

const WRITERS: Readonly<Record<LanguageId, (call: Call) => string>> = { curl, node, python, php, go };

/** One call of the API in each language. */
export const callInAll = (call: Call): { id: string; name: string; code: string }[] =>
  LANGUAGES.map(({ id, name }) => ({ id, name, code: WRITERS[id](call) }));

export type Place = { baseUrl: string; keyHint: string; tenantId: string };
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

/** One call to this service in each language, with the tenant's key. */
const callTo = ({ baseUrl, keyHint }: Place, path: string, body: Call["body"], wanted = "over18") =>
  callInAll({ url: `${baseUrl}${path}`, keyHint, body, wanted });

const confirm = (place: Place): Sample => ({
  title: "Confirm the token",
  about: "The browser returns to your callback_url with a token. Confirm it before you let the person in.",
  languages: callTo(place, "/tokens/validate", { token: "$TOKEN" }),
});

const exchange = (place: Place): Sample => ({
  title: "Exchange the code",
  about:
    "The browser returns to your callback_url with a code. Exchange it once, within 10 minutes, and only for the verificationId that you started for this person.",
  languages: callTo(place, "/tokens/exchange", { verificationId: "$ID", code: "$CODE" }),
});

/**
 * The path of one verification through a tenant's backend, with the tenant's address and key filled in.
 * @param returnWith what the browser brings back
 */
export const samplesFor = (place: Place, returnWith: ReturnWith = "token"): Sample[] => {
  const start = { minimumAge: 18, callback_url: "https://shop.example.com/back" };
  return [
    {
      title: "Start a verification",
      about: "Call this from your backend, then send the person's browser to the sessionUrl in the response.",
      languages: callTo(place, "/verify/start", start, "sessionUrl"),
    },
    returnWith === "code" ? exchange(place) : confirm(place),
    {
      title: returnWith === "code" ? "Confirm a token offline" : "Or confirm it offline",
      about:
        returnWith === "code"
          ? "Where the token travels on inside your own systems, check its signature with our public keys."
          : "Check the signature with our public keys. Only the call above knows about revoked tokens.",
      languages: offline(place),
    },
  ];
};

/**
 * How each of the packages that the service hands out is installed; docs/packages.md says the same.
 * @param baseUrl of the service, without a slash at its end
 */
export const installsFrom = (baseUrl: string, version: string): CodeInLanguage[] => {
  const lines: Record<LanguageId, string[]> = {
    curl: [`npx ${baseUrl}/sdk/lintel-${version}.tgz help`],
    node: [`npm install ${baseUrl}/sdk/lintel-sdk-${version}.tgz`],
    python: [`pip install ${baseUrl}/sdk/lintel-${version}-py3-none-any.whl`],
    php: [
      `mkdir -p packages && curl -sS -o packages/lintel.zip ${baseUrl}/sdk/lintel-php-${version}.zip`,
      "unzip -q packages/lintel.zip -d packages/lintel",
      "composer config repositories.lintel path packages/lintel",
      "composer require lintel/lintel",
    ],
    go: [
      `export GOPROXY=${baseUrl}/sdk/go,https://proxy.golang.org GONOSUMDB=github.com/lintel/lintel-go`,
      `go get github.com/lintel/lintel-go@v${version}`,
    ],
  };
  return LANGUAGES.map(({ id, name }) => ({
    id,
    name: id === "curl" ? "Command line" : name,
    code: lines[id].join("\n"),
  }));
};
