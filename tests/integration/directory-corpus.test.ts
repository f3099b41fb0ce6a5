import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { directoriesOf } from "../support/scim/directory.ts";
import { consoleForFile } from "../support/sign-in/identity.ts";

// What directories send, by their public documentation, in the order in which they send it: what is kept of each request,
// dropped and refused, as the console says, and what it did.

const service = consoleForFile();
const { as, connected } = directoriesOf(service);

const step = z.strictObject({
  name: z.string(),
  method: z.string(),
  /** `{id}` is the user's that the last POST made. */
  path: z.string(),
  body: z.unknown().optional(),
  status: z.number(),
  kept: z.array(z.string()),
  dropped: z.array(z.string().nullable()),
  refused: z.array(z.tuple([z.string().nullable(), z.string()])),
  /** What the user is afterwards; null: not there. */
  user: z.record(z.string(), z.unknown()).nullable().optional(),
  /** What the user has not. */
  absent: z.array(z.string()).optional(),
  /** How many a list counts. */
  total: z.number().optional(),
  /** A POST that gives back the user of the one before. */
  same: z.boolean().optional(),
});

const FOLDER = new URL("../support/scim/corpus/", import.meta.url);
const corpora = readdirSync(FOLDER).map((file) => {
  const { source, steps } = z
    .strictObject({ source: z.string(), steps: z.array(step) })
    .parse(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")));
  return { file, source, steps };
});

const requestsOf = async (tenantId: string) => {
  const { data } = await as("ada", "directory.requests", undefined, tenantId);
  const names = z.array(z.string().nullable());
  return z
    .object({
      requests: z.array(
        z.object({
          method: z.string(),
          path: z.string(),
          status: z.number(),
          kept: names,
          dropped: names,
          refused: z.array(z.object({ attribute: z.string().nullable(), reason: z.string() })),
        }),
      ),
    })
    .parse(data).requests;
};

describe("a directory's requests do what the console says of them", () => {
  test.each(corpora)("$file", async ({ steps }) => {
    const { call, tenantId } = await connected("viewer");
    let id = "";
    for (const { name, method, path, body, status, user, absent, total, same, ...noted } of steps) {
      const raw = body === undefined ? undefined : JSON.stringify(body).replaceAll("{id}", id);
      const answer = await call(path.replace("{id}", id), { method, ...(raw !== undefined && { raw }) });
      expect([name, answer.status, answer.body.detail]).toEqual([
        name,
        status,
        status < 400 ? undefined : expect.any(String),
      ]);
      if (method === "POST" && status === 201) {
        if (same) expect([name, answer.body.id]).toEqual([name, id]);
        id = String(answer.body.id);
      }
      if (total !== undefined) expect([name, answer.body.totalResults]).toEqual([name, total]);
      const [last] = await requestsOf(tenantId);
      expect([name, last?.method, last?.status]).toEqual([name, method, status]);
      expect([name, new Set(last?.kept), new Set(last?.dropped)]).toEqual([
        ...[name, new Set(noted.kept), new Set(noted.dropped)],
      ]);
      expect([name, last?.refused.map(({ attribute, reason }) => [attribute, reason])]).toEqual([
        ...[name, noted.refused],
      ]);
      if (user === undefined && !absent) continue;
      const now = await call(`/Users/${id}`);
      expect([name, now.status]).toEqual([name, user === null ? 404 : 200]);
      if (user) expect([name, now.body]).toMatchObject([name, user]);
      for (const attribute of absent ?? []) expect([name, now.body[attribute]]).toEqual([name, undefined]);
    }
  });
});
