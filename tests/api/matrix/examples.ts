import type { Endpoint } from "#contracts/public/endpoint.ts";
import type { Role } from "#core/access/permissions.ts";
import { KEY_SCOPES } from "#core/access/scopes.ts";
import type { PlanOverrides } from "#core/billing/plan.ts";
import type { ErrorCode } from "#core/errors.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { forgetCached } from "#services/cached.ts";
import { issueKey } from "#services/keys/keys.ts";
import { approveDevice, authorizeDevice, denyDevice } from "#services/tenants/device-login.ts";
import { inviteByOperator } from "#services/tenants/people.ts";
import { updateSettings } from "#services/tenants/settings.ts";
import { setCertificateOf } from "#services/tenants/wallet-certificate.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import {
  approvedToken,
  complete,
  exchange,
  patchTenant,
  secretOf,
  start,
} from "../../support/http/actions.ts";
import { codeOf } from "../../support/http/hosted.ts";
import { knownPerson } from "../../support/sign-in/identity.ts";
import { createAuthority, pemOf } from "../../support/wallet/authority.ts";
import { REQUEST_CERTIFICATE } from "../../support/wallet/request-certificate.ts";
import { ADMIN_KEY, type TestService, type TestTenant } from "../../support/world/service.ts";

export type World = { service: TestService; tenant: TestTenant };

/** What is sent; the credential is added by who sends it. */
export type Sent = { path: string; body?: unknown };

export type Example = {
  /** A request that is answered with 200. */
  good(world: World): Promise<Sent>;
  /** Where a live key is refused. */
  key?: "test";
  /** Requests that meet the codes which only this endpoint has. */
  codes?: Partial<Record<ErrorCode, (world: World) => Promise<Sent>>>;
  /** What the tenant must be like for a code. */
  tenants?: Partial<Record<ErrorCode, PlanOverrides>>;
  /** Whether a field that is not in the contract is let pass. */
  takesUnknownFields?: boolean;
};

const UNKNOWN_VERIFICATION = "ver_01k9zzzzzzzzzzzzzzzzzzzzzz";
const UNKNOWN_TENANT = "/admin/tenants/ten_01k9zzzzzzzzzzzzzzzzzzzzzz";

const started = async ({ service, tenant }: World): Promise<string> =>
  (await start(service.call, tenant.liveKey)).verificationId;

const ended = async (world: World): Promise<string> => {
  const verificationId = await started(world);
  await complete(world.service.call, world.tenant.liveKey, { verificationId, verifiedAge: 30 });
  return verificationId;
};

const deletionPath = async ({ deps }: TestService, id: string): Promise<string> => {
  const { name } = await deps.db.orm.tenant.findUniqueOrThrow({ where: { id } });
  return `/admin/tenants/${id}?name=${encodeURIComponent(name)}`;
};

/** A closed tenant each time: one that is being deleted can be changed no more. */
const deletes = async ({ service }: World, id?: string): Promise<Sent> => {
  const closed = id ?? (await service.tenant()).id;
  await patchTenant(service.call, closed, { isActive: false });
  return { path: await deletionPath(service, closed) };
};

const plain = (path: string, body?: unknown): Example => ({ good: async () => ({ path, body }) });

const completeBody = (verificationId: string) => ({
  path: "/verify/complete",
  body: { verificationId, verifiedAge: 30 },
});

const submitBody = (verificationId: string) => ({
  path: "/verify/submit",
  body: { verificationId, result: "approved" },
});

const waitingDevice = ({ deps }: TestService) => authorizeDevice(systemCtx(deps), { host_name: "workbench" });

const personOf = async ({ service: { deps }, tenant }: World) => {
  const { tenant: _, role: __, ...person } = await ownerOf(deps, tenant.id);
  return { ...person, emailHash: null, sessionId: null };
};

/** An owner who is a member in the database too. */
const ownerOf = async (deps: TestService["deps"], tenantId: string) => {
  const owner = await ownerCtx(deps, tenantId);
  const member = await knownPerson({ deps }, "olga", { tenantId, role: "owner" });
  return {
    ...owner,
    actor: { kind: "member" as const, memberId: member.id },
    member: { id: member.id, name: "Olga" },
  };
};

const confirmedDevice = async ({ service, tenant }: World) => {
  const device = await waitingDevice(service);
  await approveDevice(await ownerOf(service.deps, tenant.id), device.user_code);
  return device;
};

const fillKeys = async ({ service: { deps }, tenant }: World): Promise<void> => {
  const owner = await ownerOf(deps, tenant.id);
  for (let count = 2; count < 100; count += 1) await issueKey(owner, { mode: "test", name: `key ${count}` });
};

const tokenBody = (deviceCode: string) => ({
  path: "/cli/token",
  body: {
    client_id: "lintel-cli",
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: deviceCode,
  },
});

const cancelBody = (verificationId: string) => ({ path: "/verify/cancel", body: { verificationId } });

const startedTest = async ({ service, tenant }: World): Promise<string> =>
  (await start(service.call, tenant.testKey)).verificationId;

const simulateBody = (verificationId: string) => ({
  path: "/verify/simulate",
  body: { verificationId, outcome: "approve" },
});

const redactBody = (verificationId: string) => ({ path: "/verify/redact", body: { verificationId } });

/** A code that a browser has brought. */
const withCode = async ({ service: { call, deps }, tenant }: World) => {
  await patchTenant(call, tenant.id, { returnWith: "code" });
  const page = await start(call, tenant.liveKey, { callback_url: "https://shop.example/back" });
  const { verificationId } = page;
  await complete(call, tenant.liveKey, { verificationId, verifiedAge: 30 });
  return { path: "/tokens/exchange", body: { verificationId, code: await codeOf(deps, secretOf(page)) } };
};

const changed = ({ path, body }: Awaited<ReturnType<typeof withCode>>, verificationId: string): Sent => ({
  path,
  body: { ...body, verificationId },
});

const newRoot = async (): Promise<string> => pemOf((await createAuthority()).der);

const pemImport = (content: string) => ({
  format: "pem" as const,
  content,
  credentialTypes: ["org.iso.18013.5.1.mDL"],
});

const memberPath = async ({ service, tenant }: World, role: Role): Promise<string> => {
  const subject = `person of ${tenant.id}`;
  const { id } = await knownPerson(service, subject, { tenantId: tenant.id, role });
  return `/admin/tenants/${tenant.id}/members/${id}`;
};

const personPath = (ofTenant: string): string => `/admin/members/${ofTenant.split("/").at(-1)}`;

const invited = async ({ service, tenant }: World): Promise<string> => {
  const { id } = await inviteByOperator(systemCtx(service.deps), tenant.id, {});
  return `/admin/tenants/${tenant.id}/invitations/${id}`;
};

/** Gives the live key the right to listen. */
const letListen = async ({ service: { deps }, tenant }: World): Promise<void> => {
  await deps.db.orm.apiKey.updateMany({ where: { tenantId: tenant.id }, data: { scopes: [...KEY_SCOPES] } });
  forgetCached(deps, tenant.id);
};

const listening = async (world: World): Promise<string> => {
  await letListen(world);
  const { call } = world.service;
  const answer = await call("POST", "/listeners", { key: world.tenant.liveKey, body: { name: "A laptop" } });
  return String(answer.body.listenerId);
};

const UNKNOWN_LISTENER = "lsn_01k9zzzzzzzzzzzzzzzzzzzzzz";

const takesDeliveries = (listenerId: string): Sent => ({
  path: "/listeners/deliveries",
  body: { listenerId },
});

const closes = (listenerId: string): Sent => ({ path: "/listeners/close", body: { listenerId } });

/** One entry for every endpoint; the matrix fails by name where one is missing. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  "verify.start": {
    ...plain("/verify/start", { metadata: { user: "u1" } }),
    codes: {
      QUOTA_EXCEEDED: async () => ({ path: "/verify/start", body: {} }),
      HARD_LIMIT_EXCEEDED: async () => ({ path: "/verify/start", body: {} }),
      SUBJECT_LIMIT_REACHED: async ({ service: { call }, tenant: { id, liveKey: key } }) => {
        const policy = { default: { methods: [{ id: "document", use: "offer" }] } };
        const acceptedWarnings = ["one_way_only", "document_only", "no_way_without_camera"];
        await patchTenant(call, id, { policy, acceptedWarnings });
        const body = { subjectRef: "person-7" };
        for (let more = 0; more < 3; more += 1) await call("POST", "/verify/start", { key, body });
        return { path: "/verify/start", body };
      },
      REFERENCE_TAKEN: async ({ service: { call, deps }, tenant: { id, liveKey: key } }) => {
        await updateSettings(await ownerCtx(deps, id), { uniqueReferences: true });
        const body = { reference: "order-17" };
        await call("POST", "/verify/start", { key, body });
        return { path: "/verify/start", body };
      },
    },
    tenants: {
      QUOTA_EXCEEDED: { included: 0, overageAllowed: false },
      HARD_LIMIT_EXCEEDED: { included: 0, overageAllowed: true, hardLimit: 0 },
    },
  },
  "verify.complete": {
    good: async (world) => completeBody(await started(world)),
    codes: {
      VERIFICATION_NOT_FOUND: async () => completeBody(UNKNOWN_VERIFICATION),
      VERIFICATION_ALREADY_COMPLETED: async (world) => completeBody(await ended(world)),
    },
  },
  "verify.submit": {
    good: async (world) => submitBody(await started(world)),
    codes: {
      VERIFICATION_NOT_FOUND: async () => submitBody(UNKNOWN_VERIFICATION),
      VERIFICATION_ALREADY_COMPLETED: async (world) => submitBody(await ended(world)),
    },
  },
  "verify.cancel": {
    good: async (world) => cancelBody(await started(world)),
    codes: {
      VERIFICATION_NOT_FOUND: async () => cancelBody(UNKNOWN_VERIFICATION),
      VERIFICATION_ALREADY_COMPLETED: async (world) => cancelBody(await ended(world)),
    },
  },
  "verify.simulate": {
    key: "test",
    good: async (world) => simulateBody(await startedTest(world)),
    codes: {
      PERMISSION_DENIED: async (world) => {
        const { deps } = world.service;
        const sent = simulateBody(await startedTest(world));
        await deps.db.orm.apiKey.updateMany({ where: { tenantId: world.tenant.id }, data: { mode: "live" } });
        forgetCached(deps, world.tenant.id);
        return sent;
      },
      VERIFICATION_NOT_FOUND: async () => simulateBody(UNKNOWN_VERIFICATION),
      VERIFICATION_ALREADY_COMPLETED: async (world) => {
        const sent = simulateBody(await startedTest(world));
        await world.service.call("POST", sent.path, { key: world.tenant.testKey, body: sent.body });
        return sent;
      },
      CHECK_IN_PROGRESS: async (world) => {
        const { deps } = world.service;
        const id = await startedTest(world);
        const checkingUntil = new Date(deps.now().getTime() + 10_000);
        await deps.db.orm.verification.update({ where: { id }, data: { checkingUntil } });
        return simulateBody(id);
      },
    },
  },
  "verify.status": {
    good: async (world) => ({ path: `/verify/status?verificationId=${await started(world)}` }),
    codes: {
      VERIFICATION_NOT_FOUND: async () => ({ path: `/verify/status?verificationId=${UNKNOWN_VERIFICATION}` }),
    },
  },
  "verify.events": {
    good: async (world) => {
      const verificationId = await ended(world);
      return { path: `/verify/events?verificationId=${verificationId}` };
    },
    codes: {
      VERIFICATION_NOT_FOUND: async () => ({ path: `/verify/events?verificationId=${UNKNOWN_VERIFICATION}` }),
    },
  },
  "verify.list": {
    good: async (world) => {
      await ended(world);
      return { path: "/verify/list?outcome=approved" };
    },
  },
  "verify.redact": {
    good: async (world) => redactBody(await ended(world)),
    codes: {
      VERIFICATION_NOT_FOUND: async () => redactBody(UNKNOWN_VERIFICATION),
      VERIFICATION_NOT_FINAL: async (world) => redactBody(await started(world)),
      DELIVERY_IN_PROGRESS: async (world) => {
        const { deps } = world.service;
        const ctx = await ownerCtx(deps, world.tenant.id);
        const url = "https://hooks.example.com/";
        const { endpoint } = await createEndpoint(ctx, { url });
        const sent = redactBody(await ended(world));
        const nextAttemptAt = new Date(deps.now().getTime() + 15_000);
        const data = { attempt: 1, nextAttemptAt };
        await deps.db.orm.webhookDelivery.updateMany({ where: { endpointId: endpoint.id }, data });
        return sent;
      },
    },
  },
  "verify.receipt": {
    good: async (world) => {
      const { path, body } = redactBody(await ended(world));
      await world.service.call("POST", path, { key: world.tenant.liveKey, body });
      return { path: `/verify/receipt?verificationId=${body.verificationId}` };
    },
    codes: {
      VERIFICATION_NOT_FOUND: async () => ({
        path: `/verify/receipt?verificationId=${UNKNOWN_VERIFICATION}`,
      }),
      VERIFICATION_NOT_REDACTED: async (world) => ({
        path: `/verify/receipt?verificationId=${await ended(world)}`,
      }),
    },
  },
  "tokens.validate": {
    good: async ({ service, tenant }) => {
      const { token } = await approvedToken(service.call, tenant.liveKey);
      return { path: "/tokens/validate", body: { token } };
    },
    takesUnknownFields: true,
  },
  "tokens.exchange": {
    good: withCode,
    codes: {
      VERIFICATION_NOT_FOUND: async (world) => changed(await withCode(world), UNKNOWN_VERIFICATION),
      CODE_INVALID: async (world) => changed(await withCode(world), await ended(world)),
      CODE_EXPIRED: async (world) => {
        const sent = await withCode(world);
        const { db, now } = world.service.deps;
        await db.orm.returnCode.updateMany({ data: { expiresAt: now() } });
        return sent;
      },
      CODE_USED: async (world) => {
        const sent = await withCode(world);
        await exchange(world.service.call, world.tenant.liveKey, sent.body);
        return sent;
      },
    },
  },
  "listeners.open": {
    good: async (world) => {
      await letListen(world);
      return { path: "/listeners", body: { name: "A laptop" } };
    },
    codes: {
      CONFLICT: async (world) => {
        for (let more = 0; more < 20; more += 1) await listening(world);
        return { path: "/listeners", body: { name: "A laptop" } };
      },
    },
  },
  "listeners.deliveries": {
    good: async (world) => takesDeliveries(await listening(world)),
    codes: {
      NOT_FOUND: async (world) => {
        await letListen(world);
        return takesDeliveries(UNKNOWN_LISTENER);
      },
    },
  },
  "listeners.close": {
    good: async (world) => closes(await listening(world)),
    codes: {
      NOT_FOUND: async (world) => {
        await letListen(world);
        return closes(UNKNOWN_LISTENER);
      },
    },
  },
  "admin.metrics": plain("/admin/metrics"),
  "admin.tenants.list": plain("/admin/tenants"),
  "admin.tenants.create": plain("/admin/tenants", { name: "Another Shop" }),
  "admin.tenants.get": {
    good: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}` }),
    codes: { TENANT_NOT_FOUND: async () => ({ path: UNKNOWN_TENANT }) },
  },
  "admin.tenants.update": {
    good: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}`, body: { name: "Renamed" } }),
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: UNKNOWN_TENANT, body: { name: "Renamed" } }),
      CONFLICT: async (world) => {
        const { path } = await deletes(world, world.tenant.id);
        await world.service.call("DELETE", path, { adminKey: ADMIN_KEY });
        return { path: `/admin/tenants/${world.tenant.id}`, body: { isActive: true } };
      },
    },
  },
  "admin.tenants.delete": {
    good: (world) => deletes(world),
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}?name=Shop` }),
      CONFLICT: async ({ service, tenant }) => ({ path: await deletionPath(service, tenant.id) }),
    },
  },
  "admin.members.list": {
    good: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/members` }),
    codes: { TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/members` }) },
  },
  "admin.members.update": {
    good: async (world) => ({ path: await memberPath(world, "viewer"), body: { role: "support" } }),
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/members/mem_x`, body: { role: "admin" } }),
      MEMBER_NOT_FOUND: async ({ tenant }) => ({
        path: `/admin/tenants/${tenant.id}/members/mem_01k9zzzzzzzzzzzzzzzzzzzzzz`,
        body: { role: "admin" },
      }),
      LAST_OWNER: async (world) => ({ path: await memberPath(world, "owner"), body: { role: "admin" } }),
    },
  },
  "admin.members.remove": {
    good: async (world) => ({ path: await memberPath(world, "viewer") }),
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/members/mem_x` }),
      MEMBER_NOT_FOUND: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/members/mem_x` }),
      LAST_OWNER: async (world) => ({ path: await memberPath(world, "owner") }),
    },
  },
  "admin.members.delete": {
    good: async (world) => ({ path: personPath(await memberPath(world, "viewer")) }),
    codes: {
      MEMBER_NOT_FOUND: async () => ({ path: "/admin/members/mem_x" }),
      LAST_OWNER: async (world) => ({ path: personPath(await memberPath(world, "owner")) }),
    },
  },
  "admin.walletCertificate.get": {
    good: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/wallet-certificate` }),
    codes: { TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/wallet-certificate` }) },
  },
  "admin.walletCertificate.set": {
    good: async ({ tenant }) => ({
      path: `/admin/tenants/${tenant.id}/wallet-certificate`,
      body: REQUEST_CERTIFICATE,
    }),
    codes: {
      TENANT_NOT_FOUND: async () => ({
        path: `${UNKNOWN_TENANT}/wallet-certificate`,
        body: REQUEST_CERTIFICATE,
      }),
      TENANT_CLOSED: async ({ service: { deps }, tenant: { id } }) => {
        await deps.db.orm.tenant.update({ where: { id }, data: { isActive: false } });
        return { path: `/admin/tenants/${id}/wallet-certificate`, body: REQUEST_CERTIFICATE };
      },
    },
  },
  "admin.walletCertificate.remove": {
    good: async (world) => {
      const path = `/admin/tenants/${world.tenant.id}/wallet-certificate`;
      await setCertificateOf(systemCtx(world.service.deps), world.tenant.id, REQUEST_CERTIFICATE);
      return { path };
    },
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/wallet-certificate` }),
      NOT_FOUND: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/wallet-certificate` }),
    },
  },
  "admin.invitations.list": {
    good: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/invitations` }),
    codes: { TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/invitations` }) },
  },
  "admin.invitations.create": {
    good: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/invitations`, body: {} }),
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/invitations`, body: {} }),
      CONFLICT: async (world) => {
        for (let i = 0; i < 100; i += 1) await invited(world);
        return { path: `/admin/tenants/${world.tenant.id}/invitations`, body: {} };
      },
    },
  },
  "admin.invitations.renew": {
    good: async (world) => ({ path: `${await invited(world)}/renew`, body: {} }),
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/invitations/inv_x/renew`, body: {} }),
      INVITATION_NOT_FOUND: async ({ tenant }) => ({
        path: `/admin/tenants/${tenant.id}/invitations/inv_x/renew`,
        body: {},
      }),
    },
  },
  "admin.invitations.withdraw": {
    good: async (world) => ({ path: await invited(world) }),
    codes: {
      TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/invitations/inv_x` }),
      INVITATION_NOT_FOUND: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/invitations/inv_x` }),
    },
  },
  "usage.read": plain("/usage"),
  "logs.list": plain("/logs?limit=20"),
  "admin.logs": plain("/admin/logs"),
  "audit.list": {
    ...plain("/audit?limit=20"),
    codes: {
      PERMISSION_DENIED: async ({ service: { deps }, tenant }) => {
        await deps.db.orm.apiKey.updateMany({ where: { tenantId: tenant.id }, data: { mode: "test" } });
        forgetCached(deps, tenant.id);
        return { path: "/audit" };
      },
    },
  },
  "admin.audit": plain("/admin/audit"),
  "admin.tenants.archive": {
    good: async ({ tenant }) => ({ path: `/admin/tenants/${tenant.id}/archive` }),
    codes: { TENANT_NOT_FOUND: async () => ({ path: `${UNKNOWN_TENANT}/archive` }) },
  },
  "admin.trust.list": plain("/admin/trust-anchors"),
  "admin.trust.import": {
    good: async () => ({ path: "/admin/trust-anchors", body: pemImport(await newRoot()) }),
  },
  "admin.trust.remove": {
    good: async ({ service }) => {
      const ctx = systemCtx(service.deps);
      const { anchors } = await importTrustAnchors(ctx, pemImport(await newRoot()));
      return { path: `/admin/trust-anchors/${anchors[0]?.id}` };
    },
    codes: {
      TRUST_ANCHOR_NOT_FOUND: async () => ({ path: "/admin/trust-anchors/tra_01k9zzzzzzzzzzzzzzzzzzzzzz" }),
    },
  },
  health: plain("/health"),
  ready: plain("/health/ready"),
  serving: plain("/health/serving"),
  jwks: plain("/.well-known/jwks.json"),
  "erasure.log": plain("/.well-known/erasure-log"),
  openapi: plain("/openapi.json"),
  "cli.deviceAuthorization": plain("/cli/device_authorization", { client_id: "lintel-cli" }),
  "cli.token": {
    good: async (world) => tokenBody((await confirmedDevice(world)).device_code),
    codes: {
      AUTHORIZATION_PENDING: async ({ service }) => tokenBody((await waitingDevice(service)).device_code),
      SLOW_DOWN: async ({ service }) => {
        const { device_code: code } = await waitingDevice(service);
        await service.call("POST", "/cli/token", { body: tokenBody(code).body });
        return tokenBody(code);
      },
      ACCESS_DENIED: async (world) => {
        const { device_code, user_code } = await waitingDevice(world.service);
        await denyDevice(await personOf(world), user_code);
        return tokenBody(device_code);
      },
      EXPIRED_TOKEN: async () => tokenBody(`ldc_${"x".repeat(43)}`),
      // Room was there when the member confirmed.
      CONFLICT: async (world) => {
        const { device_code } = await confirmedDevice(world);
        await fillKeys(world);
        return tokenBody(device_code);
      },
    },
  },
  "practice.numbers": {
    good: async ({ tenant, service }) => {
      await service.deps.db.orm.tenant.update({
        where: { id: tenant.id },
        data: { practicePublished: true, numbersPublished: true },
      });
      return { path: `/.well-known/age-assurance-numbers.json?tenant=${tenant.id}` };
    },
    codes: { NOT_FOUND: async () => ({ path: "/.well-known/age-assurance-numbers.json" }) },
  },
  "practice.statement": {
    ...plain("/.well-known/age-assurance.json"),
    codes: { NOT_FOUND: async () => ({ path: "/.well-known/age-assurance.json?version=99" }) },
  },
};

export const exampleOf = (contract: Endpoint): Example => {
  const example = EXAMPLES[contract.id];
  if (!example) throw new Error(`tests/api/matrix/examples.ts has no example for ${contract.id}`);
  return example;
};
