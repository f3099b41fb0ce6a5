import { expect, test } from "vitest";
import { addDays } from "#core/day.ts";
import { saveChannel, savePreference } from "#data/alerts/alerts.ts";
import { sendAlertMails } from "#services/alerts/deliver.ts";
import { sendDueSlack } from "#services/alerts/slack.ts";
import { USUAL_PREFERENCE } from "#services/alerts/tell.ts";
import type { Ctx } from "#services/context.ts";
import { sealedFor } from "#services/sealing.ts";
import { type AlertWorld, alertWorld } from "../support/alerts/world.ts";

// What one rule finds at once is one message to each, however much it is.

const KEYS = 60;

/** Many keys of one tenant, in use, which all end in nine days. */
const manyKeys = async ({ deps, tenantId, clock }: AlertWorld, from = 0, count = KEYS): Promise<void> => {
  const base = await deps.db.orm.apiKey.findFirstOrThrow({ where: { tenantId, mode: "live" } });
  const ends = { expiresAt: addDays(clock.now(), 9), lastUsedAt: clock.now() };
  await deps.db.orm.apiKey.createMany({
    data: Array.from({ length: count }, (_, index) => {
      const number = String(from + index).padStart(32, "0");
      const own = {
        id: `key_${number}`,
        hash: new TextEncoder().encode(number),
        name: `Server ${from + index}`,
      };
      return { ...base, ...own, ...ends };
    }),
  });
};

/** Those that were not read before: of two that were written at once, the order is chance. */
const newMails = (own: AlertWorld) => {
  const read = new Set<string>();
  return async () => {
    const mails = (await own.mailTexts()).filter(
      ({ id, url }) => !read.has(id) && url?.includes(own.tenantId),
    );
    for (const { id } of mails) read.add(id);
    return mails;
  };
};

test("many keys that end together are one mail to each member: it counts them, lists 25 and leads to all", async () => {
  const own = await alertWorld();
  const read = newMails(own);
  for (const name of ["ada", "ben"]) await own.person(name);
  await manyKeys(own);
  await own.run();
  expect(await sendAlertMails(own.ctx(), 50)).toBe(0);
  own.clock.advance({ seconds: 10 });
  await Promise.all([sendAlertMails(own.ctx(), 50), sendAlertMails(own.ctx(), 50)]);
  const mails = await read();
  expect(mails).toHaveLength(2);
  const [mail] = mails;
  expect(mail?.subject).toMatch(/^60 alerts: An API key expires within 14 days \(/);
  expect(mail?.paragraphs).toHaveLength(27);
  expect(mail?.paragraphs[0]).toMatch(/^The key “Server \d+”/);
  expect(mail?.paragraphs[25]).toBe("And 35 more.");
  expect(mail?.paragraphs[26]).toContain("Rotate the key");
  expect(mail?.url).toMatch(/\/alerts\?rule=key_expiring$/);
  // One event for each all the same.
  expect((await own.events()).filter((type) => type === "alert.raised")).toHaveLength(KEYS);

  await own.deps.db.orm.apiKey.updateMany({
    where: { name: { startsWith: "Server" } },
    data: { revokedAt: own.clock.now() },
  });
  await own.run();
  await own.send();
  const ends = await read();
  expect(ends).toHaveLength(2);
  expect(ends[0]?.subject).toMatch(/^60 alerts have ended: An expiring API key is no longer in use/);
  expect(ends[0]?.paragraphs[0]).toContain("This alert ended because the key was rotated or revoked");
}, 120_000);

test("what comes within five minutes waits for the next mail, which says what is over by then", async () => {
  const own = await alertWorld();
  const read = newMails(own);
  await own.person("ada");
  await manyKeys(own, 0, 1);
  await own.run();
  await own.send();
  expect(await read()).toHaveLength(1);
  own.clock.advance({ minutes: 1 });
  await manyKeys(own, 1, 2);
  await own.run();
  await own.send();
  expect(await read()).toEqual([]);
  // Nobody has heard of this one: its end needs no mail of its own.
  await own.deps.db.orm.apiKey.updateMany({
    where: { name: "Server 2" },
    data: { revokedAt: own.clock.now() },
  });
  await own.run();
  await own.send();
  own.clock.advance({ minutes: 4 });
  await own.send();
  const [next, ...more] = await read();
  expect(more).toEqual([]);
  expect(next?.subject).toMatch(/^2 alerts: /);
  const lines = next?.paragraphs.toSorted() ?? [];
  expect(lines[1]).toMatch(/“Server 1”.* UTC\.$/);
  expect(lines[2]).toMatch(/“Server 2”.*It has been over since .* because the key was rotated or revoked/);
}, 60_000);

test("a member who no longer wants it when the mail is due gets none", async () => {
  const own = await alertWorld();
  const read = newMails(own);
  const memberId = await own.person("ada");
  await manyKeys(own, 0, 2);
  await own.run();
  const key = { tenantId: own.tenantId, memberId };
  await savePreference(own.deps.db.orm, key, { ...USUAL_PREFERENCE, mails: false }, own.clock.now());
  await own.send();
  expect(await read()).toEqual([]);
  await savePreference(own.deps.db.orm, key, USUAL_PREFERENCE, own.clock.now());
  own.clock.advance({ minutes: 10 });
  await own.send();
  expect(await read()).toEqual([]);
});

test("Slack gets one message too, again and whole if it did not take it", async () => {
  const own = await alertWorld();
  const { deps, tenantId, clock } = own;
  const url = "https://hooks.slack.com/services/T0/B0/x";
  await saveChannel(
    deps.db.orm,
    tenantId,
    { slackSealed: deps.secrets.seal(url, sealedFor("alertSlack", tenantId)) },
    clock.now(),
  );
  const posts: string[] = [];
  let isOk = false;
  const askTenantAddress: Ctx["deps"]["askTenantAddress"] = (_url, init) => {
    posts.push(String(init?.body));
    return Promise.resolve({ ...{ status: isOk ? 200 : 503, isOk, text: "", body: "" } } as never);
  };
  const ctx = { ...own.ctx(), deps: { ...deps, askTenantAddress } };
  const send = () => sendDueSlack(ctx, 4, { isSettled: true });
  await manyKeys(own, 0, 30);
  await own.run();
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  isOk = true;
  clock.advance({ minutes: 2 });
  expect(await send()).toBe(1);
  clock.advance({ minutes: 60 });
  expect(await send()).toBe(0);
  expect(posts).toHaveLength(2);
  for (const post of posts) {
    expect(JSON.parse(post).text).toBe("30 alerts: An API key expires within 14 days");
    expect(post).toContain("And 5 more.");
    expect(post).toContain("/alerts?rule=key\u005Fexpiring");
  }
  const rows = await deps.db.orm.alertMessage.findMany({ where: { channel: "slack" } });
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["sent"]));
  expect(rows).toHaveLength(30);
});
