import { setTimeout as pause } from "node:timers/promises";
import type { World } from "./world.ts";
import { newPage } from "./world.ts";

export type Crowd = { pages: number[]; polls: number[]; errors: string[] };

const EVERY_MS = 2_000;

const scriptsIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/"(\/_next\/static\/[^"\\]+\.(?:js|css))"/g)].flatMap(([, path]) => path ?? []),
  ),
];

/** So many end users at once: each opens its page with scripts and styles, and its page looks for news every two seconds. */
export const crowd = async (world: World, people: number, seconds: number): Promise<Crowd> => {
  const { baseUrl, ctx } = world;
  const seen: Crowd = { pages: [], polls: [], errors: [] };
  const secrets: string[] = [];
  for (let i = 0; i < people; i += 1) secrets.push((await newPage(ctx)).secret);
  const ask = async (path: string, times: number[]): Promise<string> => {
    const startedMs = performance.now();
    try {
      const response = await fetch(baseUrl + path);
      const text = await response.text();
      times.push(performance.now() - startedMs);
      if (response.status !== 200) seen.errors.push(`${response.status} ${text.slice(0, 200)}`);
      return text;
    } catch (error) {
      seen.errors.push(
        error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error),
      );
      return "";
    }
  };
  const endMs = performance.now() + seconds * 1_000;
  const visit = async (secret: string): Promise<void> => {
    await pause(Math.random() * EVERY_MS); // people do not open their pages in one instant
    const html = await ask(`/v/${secret}`, seen.pages);
    const files: number[] = [];
    for (const path of scriptsIn(html)) await ask(path, files);
    while (performance.now() < endMs) {
      await pause(EVERY_MS);
      await ask(`/v/${secret}/state`, seen.polls);
    }
  };
  await Promise.all(secrets.map(visit));
  return seen;
};
