import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { patchTenant, secretOf, start, statusOf } from "../support/http/actions.ts";
import { addProvider, comeBack, goThere, proveAt, signInAt } from "../support/identity/walk.ts";
import { CLIENT } from "../support/sign-in/identity.ts";
import { type ScriptedProvider, startScriptedProvider } from "../support/sign-in/scripted-provider.ts";
import { dump } from "../support/world/dump.ts";
import { createService, type TestService } from "../support/world/service.ts";

const MARKED = {
  birthdate: "1987-06-05",
  name: "Marked Name-217",
  given_name: "Givenmark",
  family_name: "Familymark",
  email: "marked217@people.example",
  phone_number: "+4512345217",
  address: { street_address: "Markstreet 217" },
  national_id: "MARK-060587-217",
} as const;

const SUBJECT = "subject-marked-217";

const MARKS = [
  ...Object.values(MARKED).flatMap((value) => (typeof value === "string" ? [value] : Object.values(value))),
  SUBJECT,
  "19870605",
];

let provider: ScriptedProvider;
let service: TestService;

beforeAll(async () => {
  provider = await startScriptedProvider();
  service = await createService({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });
});

afterAll(async () => {
  await provider.stop();
  await service.close();
});

/** A mark in every claim of the ID token and of userinfo, and as the subject; good answers and every kind of refusal. */
test("nothing that a provider says of a person is in the database or in the log, nor a code, a token or a secret", async () => {
  const lines: string[] = [];
  const log = createLogger({ level: "debug", now: service.deps.now, write: (line) => void lines.push(line) });
  const deps = { ...service.deps, log };
  const tenant = await service.tenant({ plan: "scale" });
  const acr = "http://itsme.services/V2/claim/acr_basic";
  const common = { issuer: provider.issuer, country: "BE" };
  await addProvider(deps, tenant.id, { ...common, slug: "info", preset: "itsme" });
  await addProvider(deps, tenant.id, { ...common, slug: "token", preset: "birthdate", minAcr: acr });
  await patchTenant(service.call, tenant.id, { methods: ["document", "oidc:info", "oidc:token"] });
  const seen: string[] = [];
  provider.script.idToken = (claims) => ({ ...claims, ...MARKED, acr });
  provider.script.userinfo = (claims) => ({ ...claims, ...MARKED });
  provider.script.forgeIdToken = (jwt) => {
    seen.push(...jwt.split("."));
    return jwt;
  };
  const begin = async () => {
    const started = await start(service.call, tenant.liveKey);
    return { id: started.verificationId, secret: secretOf(started) };
  };
  const prove = async (secret: string, slug: string) => {
    const sent = await goThere(deps, secret, slug);
    const address = await signInAt(sent, SUBJECT);
    seen.push(sent.state, address.searchParams.get("code") ?? "", sent.cookie.split("=")[1] ?? "");
    seen.push(sent.url.searchParams.get("nonce") ?? "");
    await comeBack(deps, address, sent.cookie);
  };
  for (const slug of ["info", "token"]) {
    const { id, secret } = await begin();
    await prove(secret, slug);
    expect(await statusOf(service.call, tenant.liveKey, id)).toMatchObject({
      status: "completed",
      result: { verified: true },
    });
  }
  for (const changed of [
    { nonce: "n" },
    { birthdate: "0000-06-05" },
    { acr: "low" },
    { iss: "https://x.example" },
  ]) {
    provider.script.idToken = (claims) => ({ ...claims, ...MARKED, acr, ...changed });
    await prove((await begin()).secret, "token");
  }
  provider.script.tokenAnswer = [
    400,
    JSON.stringify({ error: "invalid_grant", error_description: MARKED.name }),
  ];
  await prove((await begin()).secret, "token");
  provider.script.redirect = { error: "access_denied", error_description: MARKED.name };
  await proveAt(deps, (await begin()).secret, "token");

  const kept = [await dump(service), ...lines].join("\n");
  // The search finds what is there.
  expect(kept).toContain("oidc:token");
  expect(kept).toContain("year_unknown");
  expect(lines.some((line) => line.includes("id_token_nonce"))).toBe(true);
  for (const mark of [...MARKS, CLIENT.secret, ...seen.filter((text) => text.length > 12)]) {
    expect(kept.includes(mark), `${mark.slice(0, 40)} is kept`).toBe(false);
  }
  expect(kept).not.toMatch(/(?<![0-9a-f])050687/); // six digits stand by chance in a hash, as hexadecimal
});
