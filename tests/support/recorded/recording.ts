import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { NOW } from "../wallet/authority.ts";
import { createReusedDatabase, type ReusedDatabase } from "./database.ts";
import { openWorld, type RecordedWorld, type WorldOptions } from "./world.ts";

/** Requests of one subject, in a new service on an empty database, always in the same order. */
export type Group = WorldOptions & { name: string; run(world: RecordedWorld): Promise<void> };

const FOLDER = new URL("../../api/recorded/", import.meta.url);
const LINE = 140;
const isUpdate = process.env.UPDATE_RECORDING === "1";

const file = z.record(z.string(), z.record(z.string(), z.looseObject({ request: z.string() })));
export type Recording = z.infer<typeof file>;

export const readRecording = (area: string): Recording => {
  const url = new URL(`${area}.json`, FOLDER);
  return existsSync(url) ? file.parse(JSON.parse(readFileSync(url, "utf8"))) : {};
};

/** JSON with what is short on one line, so that a difference shows where it is. */
const formatted = (value: unknown, indent = ""): string => {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= LINE || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Object.entries(value).map(([key, each]) => {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `;
    return `${inner}${name}${formatted(each, inner)}`;
  });
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
};

/** Compares the groups' answers with `tests/api/recorded/<area>.json`, or writes that file with UPDATE_RECORDING=1. */
export const recordedArea = (area: string, groups: readonly Group[]): void => {
  const kept = readRecording(area);
  const made: Recording = {};

  describe(area, () => {
    let database: ReusedDatabase | undefined;
    beforeAll(async () => {
      database = await createReusedDatabase();
      vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    });
    afterAll(async () => {
      vi.useRealTimers();
      await database?.[Symbol.asyncDispose]();
      if (!isUpdate) return;
      const all = groups.flatMap(({ name }) => {
        const group = made[name] ?? kept[name];
        return group ? [[name, group] as const] : [];
      });
      writeFileSync(new URL(`${area}.json`, FOLDER), `${formatted(Object.fromEntries(all))}\n`);
    });

    test.each(groups)("$name", { timeout: 240_000 }, async ({ name, run, ...options }) => {
      if (!database) throw new Error("the database exists only while tests run");
      const world = await openWorld(await database.emptied(), options);
      try {
        await run(world);
      } finally {
        await world.close();
      }
      made[name] = world.entries;
      if (!isUpdate) expect(formatted(made[name])).toBe(formatted(kept[name] ?? {}));
    });

    test("every recording has its requests, and the other way round", () => {
      if (isUpdate) expect.fail(`recorded: see git diff tests/api/recorded/${area}.json`);
      expect(Object.keys(kept)).toEqual(groups.map(({ name }) => name));
    });
  });
};
