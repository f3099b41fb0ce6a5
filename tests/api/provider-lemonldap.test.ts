import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { consoleCall } from "../support/console/call.ts";
import { DOCTOR } from "../support/sign-in/lemonldap/settings.ts";
import {
  lemonLdapMissing,
  type RunningLemonLdap,
  startLemonLdap,
} from "../support/sign-in/lemonldap/start.ts";
import { filledIn, tokensOfProgram, Visitor } from "../support/sign-in/walk.ts";
import { BASE_URL, createService, type TestService } from "../support/world/service.ts";

if (lemonLdapMissing !== null) console.warn(`Skipped: ${lemonLdapMissing}`);

const MINUTE_MS = 60_000;
// A portal of Perl that is loaded at its start, beside all else that a busy machine does.
const PATIENT = { timeout: 60_000 } as const;
const CLIENT = {
  id: "console",
  secret: "s".repeat(43),
  redirectUri: `${BASE_URL}/api/auth/callback/oidc`,
  postLogoutUri: `${BASE_URL}/console/sign-in`,
};
const PASSWORD_FORM = { user: DOCTOR.subject, password: DOCTOR.subject };

// What Debian packages, written by others in another language: claims only at userinfo, no `iss` in its answers, no
// revocation endpoint, "none" and HS256 among its algorithms, refresh tokens that stay the same.
describe.skipIf(lemonLdapMissing !== null).each([
  { bearer: "its access tokens", audience: { CONSOLE_AUDIENCE: CLIENT.id } },
  { bearer: "its id_tokens", audience: {} },
])("LemonLDAP::NG, with $bearer as bearers", ({ audience }) => {
  let provider: RunningLemonLdap;
  let service: TestService;

  beforeAll(async () => {
    provider = await startLemonLdap({ client: CLIENT, accessTokenSeconds: 300 });
    service = await createService({ env: { ...provider.env, ...audience } });
  }, PATIENT.timeout);

  afterEach(() => void vi.useRealTimers());

  afterAll(async () => {
    await service?.close();
    await provider.stop();
  });

  const arrive = () => new Visitor(service.deps).arrives(PASSWORD_FORM);

  test("signs in by name and password, with the name and the address that it has", async () => {
    const doctor = await arrive();
    expect(await doctor.calls("session.me")).toMatchObject({
      httpStatus: 200,
      data: { member: { name: DOCTOR.name, email: DOCTOR.email } },
    });
  });

  test("an invitation by address is accepted", async () => {
    const { id } = await service.tenant({ ownerEmail: DOCTOR.email });
    const doctor = await arrive();
    await doctor.calls("session.acceptOffer", { tenantId: id, role: "owner" });
    expect((await doctor.calls("session.begin")).data).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ tenantId: id, role: "owner" })]),
    );
  });

  test("renews when the bearer is due", async () => {
    const doctor = await arrive();
    const before = await doctor.bearer();
    // It has a process and a clock of its own: a new token is as good as the old one was, 4.5 minutes ago.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4.5 * MINUTE_MS });
    const [after, same] = await Promise.all([doctor.bearer(), doctor.bearer()]);
    expect(after).not.toBe(before);
    expect(after).toBe(same);
    expect(await doctor.calls("session.me")).toMatchObject({
      httpStatus: 200,
      data: { member: { name: DOCTOR.name } },
    });
  });

  test("signing out ends the cookie and the bearer, and leads to its own sign-out", async () => {
    const doctor = await arrive();
    const bearer = await doctor.bearer();
    const leaving = await doctor.signsOut();
    expect(leaving).toContain(`${provider.issuer}/oauth2/logout`);
    expect((await doctor.browser.token()).status).toBe(401);
    expect(await consoleCall(service.deps, "session.me", undefined, { bearer })).toMatchObject({
      httpStatus: 401,
    });
    // It asks whether that is meant, where no hint says whose session it is.
    const left = await filledIn(doctor.browser, await doctor.browser.follow(leaving), {});
    expect(left.url).toBe(`${BASE_URL}/console/sign-in`);
  });
});

describe.skipIf(lemonLdapMissing !== null)("a program with a token of LemonLDAP::NG's", PATIENT, () => {
  test("calls as the person whom it is of", async () => {
    const provider = await startLemonLdap({ client: CLIENT, accessTokenSeconds: 300 });
    const service = await createService({ env: { ...provider.env, CONSOLE_AUDIENCE: CLIENT.id } });
    try {
      await new Visitor(service.deps).arrives(PASSWORD_FORM);
      const input = {
        issuer: provider.issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        secretBy: "basic",
        params: { scope: "openid profile email" },
      } as const;
      const { access_token } = await tokensOfProgram(service.deps, input, PASSWORD_FORM);
      expect(
        await consoleCall(service.deps, "session.me", undefined, { bearer: access_token }),
      ).toMatchObject({
        httpStatus: 200,
        data: { member: { name: DOCTOR.name } },
      });
    } finally {
      await service.close();
      await provider.stop();
    }
  });
});
