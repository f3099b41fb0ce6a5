import { expect, onTestFinished, test } from "vitest";
import { serveInProcesses } from "../support/http/serve-process.ts";
import { startMailServer } from "../support/mail/mail-server.ts";
import { workerStarter } from "../support/webhooks/worker-process.ts";
import { createAuthority } from "../support/world/certificates.ts";

// Real processes: two that serve, and the only worker, which is killed. docs/alerts.md.

const LOOKS_TAKE_MS = 200_000;

test("the only worker is killed: the operator gets one mail, and one more when a worker is back", async () => {
  const mails = await startMailServer({ hideSTARTTLS: true });
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    SMTP_TLS: "off",
    MAIL_FROM: "Lintel <lintel@age.test>",
    ALERT_EMAILS: "ops@people.test",
  };
  const { service, env, kill, ended } = await serveInProcesses(2, settings);
  const workers = workerStarter(env, createAuthority().ca);
  onTestFinished(() => workers.close());
  const { orm } = service.deps.db;
  const lives = () => orm.workerLife.findMany({ where: { kind: "worker" } });

  const worker = await workers.start();
  await expect.poll(lives, { timeout: 30_000 }).toHaveLength(1);
  worker.kill("SIGKILL");
  await worker.ended;
  // Three minutes without a sign.
  await orm.$executeRaw`
    update worker_life set started_at = started_at - interval '3 minutes', seen_at = seen_at - interval '3 minutes'
    where kind = 'worker'`;
  await expect.poll(() => mails.received.length, { timeout: LOOKS_TAKE_MS }).toBe(1);
  const subjects = () => mails.received.map(({ parsed }) => parsed.subject);
  expect(subjects()).toEqual(["A worker is silent"]);
  expect(mails.received[0]?.parsed.text).toContain("No worker has given a sign of life for 3 minutes.");

  await workers.start();
  await expect.poll(() => mails.received.length, { timeout: LOOKS_TAKE_MS }).toBe(2);
  expect(subjects()).toEqual(["A worker is silent", "Over: No worker is missing any more"]);
  expect(await orm.alert.count()).toBe(1);
  expect(await orm.mail.count()).toBe(2);

  kill("SIGTERM");
  expect(await ended).toBe(0);
}, 600_000);
