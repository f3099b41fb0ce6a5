import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { RETENTIONS, type RetentionId } from "#core/practice/retentions.ts";
import { NEVER_STORED, type NeverStored, STORED } from "#core/practice/stored.ts";
import { createLogger } from "#platform/log.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { createAdminKey } from "#services/keys/admin-keys.ts";
import { JOBS } from "#worker/jobs.ts";
import { complete, secretOf, start } from "../support/http/actions.ts";
import { submitEvidence } from "../support/http/hosted.ts";
import { createWebhookWorld, type WebhookWorld } from "../support/webhooks/world.ts";
import { dump } from "../support/world/dump.ts";
import { createService, type TestTenant } from "../support/world/service.ts";

// What the practice statement promises, done: for each time that it states, and for each thing that it says is never stored.

const DAYS = { given: 7, document_use: 30, request_log: 5 };

const newWorld = async () => {
  const world = await createWebhookWorld({
    env: { REQUEST_LOG_RETENTION_DAYS: String(DAYS.request_log) },
  });
  const tenant = await world.tenant();
  await world.endpoint(tenant);
  await world.deps.db.orm.tenant.update({
    where: { id: tenant.id },
    data: { metadataRetentionDays: DAYS.given, documentReuseDays: DAYS.document_use },
  });
  const { verificationId } = await start(world.service.call, tenant.testKey);
  return { ...world, tenant, verificationId };
};

type World = Omit<WebhookWorld, "tenant"> & { tenant: TestTenant; verificationId: string };

const hash = (text: string) => new Uint8Array(Buffer.from(text.padEnd(32, ".")));

/** The worker's whole round, as it runs without end. */
const runWorker = async ({ service }: World): Promise<void> => {
  for (const job of JOBS)
    for (let rounds = 0; rounds < 50 && (await job.run(service.runtime)) > 0; rounds += 1);
};

const rowsOf = async ({ deps }: World, table: string): Promise<Record<string, unknown>[]> => {
  const name = table.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  return (await deps.db.pool.query(`select * from ${name}`)).rows;
};

const ADA = { id: "mem_1", issuer: "https://id.example", subject: "s", name: "Ada" };

type Scenario = {
  /** Every table with an item that is kept so long. */
  tables: readonly string[];
  /** Writes rows. @returns the moment that the statement's words name */
  plant(world: World): Promise<Date>;
  /** How many of a table say something still; every row, unless said otherwise. */
  left?(world: World, table: string): Promise<number>;
};

const soon = ({ clock }: World): Date => new Date(clock.now().getTime() + 10 * 60_000);

/** A row by Prisma's own names, with the times that most tables have. */
const planted =
  (make: (world: World, times: { createdAt: Date; expiresAt: Date }) => Promise<unknown>) =>
  async (world: World): Promise<Date> => {
    const times = { createdAt: world.clock.now(), expiresAt: soon(world) };
    await make(world, times);
    return times.expiresAt;
  };

const ended = async ({ service, tenant, deliverDue }: World): Promise<string> => {
  const { verificationId } = await start(service.call, tenant.testKey, {
    metadata: { order: "o-1" },
    callback_url: "https://shop.example/back",
    ip: "203.0.113.9",
    locale: "de",
  });
  await complete(service.call, tenant.testKey, { verificationId, verifiedAge: 41, documentType: "passport" });
  await deliverDue();
  return verificationId;
};

/** Columns of a table that are kept until the erasure, as PostgreSQL names them. */
const columnsUntilErased = (table: keyof typeof STORED): string[] =>
  STORED[table].flatMap(({ kept, fields }) =>
    kept === "until_erased"
      ? fields.split(" ").map((field) => field.replace(/([a-z])([A-Z0-9])/g, "$1_$2").toLowerCase())
      : [],
  );

const SAYS_NOTHING = [null, 0, false, "age"];
/** Every erased verification has its own of the first, and the same of the others. */
const ALIKE = ["secret_hash", "expires_at", "max_attempts"];

// A time that is stated without a test here does not compile.
const SCENARIOS: Record<RetentionId, Scenario> = {
  given: {
    tables: ["Verification", "Event", "WebhookDelivery", "WebhookAttempt"],
    plant: async (world) => {
      const at = world.clock.now();
      // It would expire on the way, which is an event of that day.
      await world.deps.db.orm.verification.delete({ where: { id: world.verificationId } });
      await ended(world);
      return at;
    },
    left: async (world, table) =>
      (await rowsOf(world, table)).filter(
        (row) => table !== "Verification" || row.metadata || row.callback_url || row.ip_hash,
      ).length,
  },
  document_use: {
    tables: ["DocumentUse"],
    plant: async (world) => {
      const { deps, tenant, verificationId, clock } = world;
      const expiresAt = new Date(clock.now().getTime() + DAYS.document_use * 86_400_000);
      await deps.db.orm.documentUse.create({
        data: { tenantId: tenant.id, hash: hash("document"), verificationId, expiresAt },
      });
      return clock.now();
    },
  },
  subject_use: {
    tables: ["SubjectUse"],
    plant: async ({ deps, tenant, verificationId, clock }) => {
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + 86_400_000);
      const data = { verificationId, tenantId: tenant.id, hash: hash("subject"), createdAt, expiresAt };
      await deps.db.orm.subjectUse.create({ data });
      return createdAt;
    },
  },
  idempotency: {
    tables: ["IdempotencyRecord"],
    plant: async ({ service, tenant, clock }) => {
      await start(service.call, tenant.testKey, {}, { headers: { "idempotency-key": "once" } });
      return clock.now();
    },
  },
  handoff: {
    tables: ["Handoff"],
    plant: planted(({ deps, tenant, verificationId }, times) =>
      deps.db.orm.handoff.create({
        data: { ...times, id: "hof_1", verificationId, tenantId: tenant.id, codeHash: hash("code") },
      }),
    ),
  },
  sign_in_artifact: {
    tables: ["OidcArtifact"],
    plant: planted(({ deps }, times) =>
      deps.db.orm.oidcArtifact.create({
        data: { ...times, idHash: hash("artifact"), kind: "Grant", payloadSealed: "x" },
      }),
    ),
  },
  return_code: {
    tables: ["ReturnCode"],
    plant: planted(({ deps, tenant, verificationId }, times) =>
      deps.db.orm.returnCode.create({
        data: { ...times, codeHash: hash("return"), verificationId, tenantId: tenant.id },
      }),
    ),
  },
  voucher: {
    tables: ["Voucher"],
    plant: planted(({ deps, tenant }, times) =>
      deps.db.orm.voucher.create({
        data: {
          ...times,
          id: "vch_1",
          tenantId: tenant.id,
          codeHash: hash("v"),
          ageAtLeast: 18,
          issuedBy: "mem_1",
        },
      }),
    ),
  },
  wallet: {
    tables: ["WalletTransaction"],
    plant: planted(({ deps, tenant, verificationId }, times) =>
      deps.db.orm.walletTransaction.create({
        data: {
          ...times,
          id: "wallet-1",
          verificationId,
          tenantId: tenant.id,
          channel: "qr",
          expectationsSealed: "x",
        },
      }),
    ),
  },
  identity_request: {
    tables: ["IdentityRequest"],
    plant: planted(async ({ deps, tenant, verificationId }, times) => {
      const { createdAt } = times;
      const ours = {
        id: "idp_1",
        tenantId: tenant.id,
        mode: "live",
        createdAt,
        updatedAt: createdAt,
      } as const;
      await deps.db.orm.identityProvider.create({
        data: {
          ...ours,
          slug: "bank",
          name: "Bank",
          issuer: "https://bank.example",
          clientId: "c",
          clientAuth: "client_secret",
          credentialSealed: "x",
          preset: "age_over",
        },
      });
      const asked = { stateHash: hash("state"), cookieHash: hash("cookie"), keptSealed: "x" };
      await deps.db.orm.identityRequest.create({
        data: { ...times, ...asked, verificationId, tenantId: tenant.id, providerId: ours.id },
      });
    }),
  },
  erasure_request: {
    tables: ["ErasureRequest"],
    plant: async ({ deps, tenant, verificationId, clock }) => {
      const endedAt = clock.now();
      await deps.db.orm.erasureRequest.create({
        data: {
          id: "erq_1",
          tenantId: tenant.id,
          mode: "test",
          verificationId,
          secretHash: hash("page"),
          atOnce: false,
          status: "done",
          createdAt: endedAt,
          dueAt: endedAt,
          endedAt,
        },
      });
      return endedAt;
    },
  },
  age_key: {
    tables: ["AgeKey"],
    plant: async ({ deps, tenant, clock }) => {
      const expiresOn = new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
      expiresOn.setUTCDate(expiresOn.getUTCDate() + 30);
      await deps.db.orm.ageKey.create({
        data: {
          credentialHash: hash("passkey"),
          tenantId: tenant.id,
          mode: "live",
          publicKey: hash("key"),
          counter: 0,
          isSynced: false,
          ageAtLeast: 18,
          category: "document",
          assurance: "document_photo_unsigned",
          provenIn: new Date("2026-01-01T00:00:00Z"),
          expiresOn,
        },
      });
      return expiresOn;
    },
  },
  age_key_challenge: {
    tables: ["AgeKeyChallenge"],
    plant: planted(({ deps, verificationId }, { expiresAt }) =>
      deps.db.orm.ageKeyChallenge.create({
        data: { challengeHash: hash("question"), verificationId, purpose: "use", expiresAt },
      }),
    ),
  },
  vendor_session: {
    tables: ["VendorSession"],
    // Its key cannot be opened, so that the company is never reached: the longest that a row can be kept.
    plant: planted(async ({ deps, tenant, verificationId }, times) => {
      const { createdAt } = times;
      const ours = { id: "vnd_1", tenantId: tenant.id, createdAt, updatedAt: createdAt };
      await deps.db.orm.vendor.create({
        data: { ...ours, kind: "stripe", mode: "live", name: "Stripe", credentialSealed: "x" },
      });
      const hashes = { sessionHash: hash("session"), cookieHash: hash("cookie"), keptSealed: "x" };
      await deps.db.orm.vendorSession.create({
        data: {
          ...times,
          ...hashes,
          id: "reference",
          verificationId,
          tenantId: tenant.id,
          vendorId: ours.id,
          redactAt: times.expiresAt,
        },
      });
    }),
  },
  request_log: {
    tables: ["RequestLog"],
    plant: async (world) => {
      const { service, clock } = world;
      await service.call("GET", "/verify/status", { key: world.tenant.testKey });
      await expect.poll(async () => (await rowsOf(world, "RequestLog")).length).toBeGreaterThan(0);
      const day = new Date(clock.now().toISOString().slice(0, 10));
      return new Date(day.getTime() + 86_400_000);
    },
  },
  device_login: {
    tables: ["DeviceLogin"],
    plant: planted(({ deps }, { createdAt, expiresAt }) =>
      deps.db.orm.deviceLogin.create({
        data: {
          deviceCodeHash: hash("device"),
          userCodeHash: hash("user"),
          hostName: "workbench",
          createdAt,
          expiresAt,
          intervalSeconds: 5,
          pollAfter: createdAt,
        },
      }),
    ),
  },
  console_session: {
    tables: ["ConsoleSession", "ConsoleBearer"],
    plant: planted(async ({ deps }, { createdAt, expiresAt }) => {
      const member = { id: "mem_1", issuer: "https://id.example", subject: "s", name: "Ada" };
      await deps.db.orm.member.create({ data: { ...member, createdAt, signedInAt: createdAt } });
      const times = { createdAt, lastUsedAt: createdAt, renewedAt: createdAt, bearerExpiresAt: expiresAt };
      await deps.db.orm.consoleSession.create({
        data: {
          ...times,
          id: "ses_1",
          memberId: member.id,
          secretHash: hash("cookie"),
          client: "Firefox on Linux",
          grantSealed: "x",
          expiresAt,
          endsAt: expiresAt,
          bearers: { create: { hash: hash("bearer"), expiresAt } },
        },
      });
    }),
  },
  until_erased: {
    tables: ["Verification", "MethodAttempt"],
    plant: async (world) => {
      const { service, tenant, deps, clock } = world;
      const id = await ended(world);
      await deps.db.orm.methodAttempt.create({
        data: {
          id: "att_1",
          verificationId: id,
          tenantId: tenant.id,
          number: 1,
          method: "document",
          finding: "evidence",
          durationMs: 7,
          createdAt: clock.now(),
        },
      });
      clock.advance({ days: 3650 });
      await runWorker(world);
      expect((await rowsOf(world, "MethodAttempt")).length, "nothing but the erasure ends it").toBe(1);
      const { status } = await service.call("POST", "/verify/redact", {
        key: tenant.testKey,
        body: { verificationId: id },
      });
      expect(status).toBe(200);
      return clock.now();
    },
    left: async (world, table) => {
      const rows = await rowsOf(world, table);
      if (table !== "Verification") return rows.length;
      const erased = rows.filter(({ redacted_at: at }) => at !== null);
      expect(erased).toHaveLength(1);
      const columns = columnsUntilErased("Verification").filter((name) => !ALIKE.includes(name));
      expect(columns.length).toBeGreaterThan(20);
      return erased.flatMap((row) =>
        columns.filter((name) => {
          const value = row[name];
          if (!(name in row)) throw new Error(`no column ${name}`);
          return !(Array.isArray(value) ? value.length === 0 : SAYS_NOTHING.some((none) => none === value));
        }),
      ).length;
    },
  },
  token: {
    tables: ["Token"],
    plant: async (world) => {
      await ended(world);
      const { expiresAt } = await world.deps.db.orm.token.findFirstOrThrow();
      return expiresAt;
    },
  },
  for_good: {
    tables: [
      "Verification",
      "ErasureReceipt",
      "AuditEntry",
      "AdminKey",
      "OperatorVisit",
      "OperatorVisitPage",
    ],
    plant: async (world) => {
      await createAdminKey(systemCtx(world.deps), { name: "Scraper", scope: "metrics" });
      const { orm } = world.deps.db;
      const now = world.clock.now();
      const tenantId = world.tenant.id;
      await orm.member.create({ data: { ...ADA, createdAt: now, signedInAt: now } });
      await orm.membership.create({ data: { tenantId, memberId: ADA.id, role: "viewer", createdAt: now } });
      const visit = { id: "vis_1", tenantId, memberId: ADA.id, reason: "why", hours: 1 };
      await orm.operatorVisit.create({ data: { ...visit, askedAt: now, expiresAt: now } });
      await orm.operatorVisitPage.create({ data: { visitId: visit.id, page: "keys", hour: now } });
      const id = await ended(world);
      const body = { verificationId: id };
      await world.service.call("POST", "/verify/redact", { key: world.tenant.testKey, body });
      return world.clock.now();
    },
  },
  while_member: {
    tables: ["Membership", "AlertPreference", "DirectoryPerson"],
    plant: planted(async ({ deps, tenant }, { createdAt }) => {
      await deps.db.orm.member.create({ data: { ...ADA, createdAt, signedInAt: createdAt } });
      const ours = { tenantId: tenant.id, role: "viewer", createdAt } as const;
      await deps.db.orm.membership.create({ data: { ...ours, memberId: ADA.id } });
      await deps.db.orm.alertPreference.create({
        data: {
          ...{ tenantId: tenant.id, memberId: ADA.id, mails: true, zone: "UTC" },
          ...{ rulesOff: [], urgentPasses: false, updatedAt: createdAt },
        },
      });
      const directory = { id: "dir_1", ...ours, tokenHash: new Uint8Array(32), lastFour: "last" };
      await deps.db.orm.directory.create({ data: directory });
      await deps.db.orm.directoryPerson.create({
        data: {
          ...{ id: "dpn_1", directoryId: "dir_1", tenantId: tenant.id, userNameSealed: "sealed" },
          ...{ userNameHash: new Uint8Array(32), isActive: true, createdAt, updatedAt: createdAt },
        },
      });
    }),
  },
  owner_address: {
    tables: ["Tenant"],
    plant: planted(async () => {}),
  },
  key_maker: {
    tables: ["ApiKey"],
    plant: planted(async () => {}),
  },
  member: {
    tables: ["Member"],
    plant: async ({ deps, clock }) => {
      await deps.db.orm.member.create({ data: { ...ADA, createdAt: clock.now(), signedInAt: clock.now() } });
      return clock.now();
    },
  },
  invitation: {
    tables: ["Invitation"],
    plant: planted(async ({ deps, tenant }, { createdAt, expiresAt }) => {
      const ours = { tenantId: tenant.id, role: "viewer", createdAt, expiresAt, invitedBy: "admin" } as const;
      const rows = ["accepted", "revoked", "expired"].map((id) => ({ ...ours, id, secretHash: hash(id) }));
      await deps.db.orm.invitation.createMany({ data: rows });
      const end = (id: string, data: object) => deps.db.orm.invitation.update({ where: { id }, data });
      await end("accepted", { acceptedAt: expiresAt, acceptedBy: "mem_1" });
      await end("revoked", { revokedAt: expiresAt });
    }),
  },
  alert: {
    tables: ["AlertMessage"],
    plant: planted(async ({ deps, tenant }, { createdAt, expiresAt }) => {
      const alert = { id: "alr_1", tenantId: tenant.id, rule: "quota_80", subject: "live", detail: {} };
      const times = { raisedAt: createdAt, lastSeenAt: createdAt, resolvedAt: expiresAt };
      await deps.db.orm.alert.create({ data: { ...alert, ...times } });
      const message = {
        id: "alm_1",
        alertId: alert.id,
        tenantId: tenant.id,
        channel: "mail",
        status: "sent",
      };
      await deps.db.orm.alertMessage.create({
        data: { ...message, recipient: "mem_1", isResolved: false, nextAt: createdAt, createdAt },
      });
    }),
  },
  mail: {
    tables: ["Mail"],
    plant: planted(async ({ deps, tenant }, { createdAt, expiresAt }) => {
      const ours = { tenantId: tenant.id, kind: "invitation", createdAt, nextAt: expiresAt };
      const ended = (["sent", "failed"] as const).map((status) => ({ ...ours, status, endedAt: expiresAt }));
      await deps.db.orm.mail.createMany({ data: ended.map((row) => ({ ...row, id: row.status })) });
    }),
  },
};

const KEPT_FOR_GOOD: readonly RetentionId[] = ["for_good", "while_member", "owner_address", "key_maker"];
/** Three days in all, and the pause before the last try. */
const VENDOR_TRIES_SECONDS = 4 * 86_400;

for (const id of Object.keys(SCENARIOS) as RetentionId[]) {
  const stated = RETENTIONS[id]({
    requestLogDays: DAYS.request_log,
    tenant: {
      metadataRetentionDays: DAYS.given,
      resultRetentionDays: null,
      documentReuseDays: DAYS.document_use,
    },
  });
  const { tables, plant, left = async (world, table) => (await rowsOf(world, table)).length } = SCENARIOS[id];

  test(`kept ${stated.says}: ${tables.join(", ")}`, async () => {
    const world = await newWorld();
    const { clock } = world;
    const count = async () =>
      Promise.all(tables.map(async (table) => ({ table, left: await left(world, table) })));
    const none = tables.map((table) => ({ table, left: 0 }));
    const some = tables.map((table) => ({ table, left: expect.toSatisfy((rows: number) => rows > 0) }));
    const from = await plant(world);
    if (id === "until_erased") return expect(await count()).toEqual(none);
    const kept = await count();
    expect(kept, "it is written").toEqual(some);
    if (KEPT_FOR_GOOD.includes(id)) {
      clock.advance({ days: 3650 });
      await runWorker(world);
      return expect(await count()).toEqual(some);
    }
    const seconds = stated.seconds ?? VENDOR_TRIES_SECONDS;
    if (seconds > 0 && id !== "vendor_session") {
      clock.set(new Date(from.getTime() + (seconds - 1) * 1000));
      await runWorker(world);
      expect(await count(), "not before its time").toEqual(kept);
    }
    // An hour is the pause between two runs.
    for (let hour = 0; id === "vendor_session" && hour < seconds / 3600; hour += 1) {
      clock.advance({ hours: 1 });
      await runWorker(world);
    }
    clock.set(new Date(from.getTime() + seconds * 1000 + 1));
    await runWorker(world);
    expect(await count(), "nothing is left").toEqual(none);
  });
}

test("every table with such an item is looked at", () => {
  const stated = Object.entries(STORED).flatMap(([table, items]) =>
    items.filter(({ of }) => of !== "nobody").map(({ kept }) => `${kept}: ${table}`),
  );
  const tested = Object.entries(SCENARIOS).flatMap(([id, { tables }]) =>
    tables.map((table) => `${id}: ${table}`),
  );
  expect(tested.toSorted()).toEqual([...new Set(stated)].toSorted());
});

const LICENCE = new URL("../../public/samples/licence-adult.jpg", import.meta.url);
const ADDRESS = "203.0.113.77";
const BROWSER = "MarkedBrowser/7.7";
const BIRTH_DATE = "1979-08-07";

/** Marks of what goes through the document and the tenant's backend here, or the test that does it with others. */
const MARKS: Record<NeverStored, { marks: readonly string[] } | { file: string; says: string }> = {
  birth_date: { marks: [BIRTH_DATE, "19790807", "1990-05-17", "05171990", "19900517"] },
  name: { marks: ["NOBODY", "DCSSAMPLE"] },
  document_number: { marks: ["Z000-0000-0000", "Z00000000000"] },
  picture: { marks: [readFileSync(LICENCE).subarray(2000, 2040).toString("hex"), "ANSI 6360"] },
  wallet_answer: { file: "wallet-privacy", says: "no table holds any piece of a presentation" },
  provider_subject: {
    file: "identity-privacy",
    says: "nothing that a provider says of a person is in the database",
  },
  network_address: { marks: [ADDRESS] },
  token: { marks: [] },
  user_agent: { marks: [BROWSER] },
};

test("never stored: neither the database nor the log has it after a photo, a check by the backend and an erasure", async () => {
  const lines: string[] = [];
  const log = createLogger({ level: "debug", now: () => new Date(), write: (line) => void lines.push(line) });
  const service = await createService({ overrides: { log } });
  onTestFinished(() => service.close());
  const { deps, call } = service;
  const { liveKey: key } = await service.tenant({ plan: "scale" });
  const headers = { "user-agent": BROWSER, "x-forwarded-for": ADDRESS };
  const first = await start(call, key, { ip: ADDRESS, userAgent: BROWSER }, { headers });
  const shown = await submitEvidence(deps, secretOf(first), {
    method: "document",
    headers: { ...headers, "content-type": "image/jpeg" },
    body: readFileSync(LICENCE),
  });
  expect(await shown.json()).toMatchObject({ status: "completed" });
  const { verificationId } = await start(call, key, {}, { headers });
  const { token = "" } = await complete(call, key, { verificationId, dateOfBirth: BIRTH_DATE });
  expect(token.length).toBeGreaterThan(100);
  await expect.poll(() => deps.db.orm.requestLog.count()).toBeGreaterThan(2);
  const places = { database: await dump(service), log: lines.join("\n") };
  expect(places.database).toContain(first.verificationId);
  const marks = { ...MARKS, token: { marks: [token, token.split(".")[2] ?? "", secretOf(first)] } };
  for (const [id, found] of Object.entries(marks)) {
    for (const mark of "marks" in found ? found.marks : []) {
      expect(mark.length, id).toBeGreaterThan(5);
      for (const [place, text] of Object.entries(places))
        expect(text.includes(mark), `${NEVER_STORED[id as NeverStored]} in the ${place}`).toBe(false);
    }
    if ("file" in found) {
      const source = readFileSync(new URL(`${found.file}.test.ts`, import.meta.url), "utf8");
      expect(source, id).toContain(found.says);
    }
  }
});
