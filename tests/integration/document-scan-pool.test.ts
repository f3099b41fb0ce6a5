import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  createScanPool,
  ScannerBusyError,
  type ScanPool,
} from "../../packages/document-reader/src/process/scan-pool.ts";

const SUPPORT = join(import.meta.dirname, "../support/document/scan-children");

let pool: ScanPool | undefined;
afterEach(() => pool?.close());

const open = (options: { processes?: number; queueLimit?: number; timeoutMs?: number } = {}): ScanPool => {
  pool = createScanPool({
    processes: 1,
    queueLimit: 8,
    timeoutMs: 20_000,
    entry: join(SUPPORT, "misbehaving.ts"),
    ...options,
  });
  return pool;
};

/** Tells the misbehaving process what to do; its answer is the hint that it gave, or else the code. */
const tell = async (to: ScanPool, act: string, signal?: AbortSignal): Promise<string> => {
  const result = await to.scan(new TextEncoder().encode(act), signal);
  if (result.kind === "read") return "read";
  return result.code === "DOCUMENT_NOT_FOUND" ? result.hint : result.code;
};

describe("a scan process that dies", () => {
  test.each([
    ["exit 0", "METHOD_FAILED"],
    ["exit 1", "METHOD_FAILED"],
    ["kill itself", "METHOD_FAILED"],
    ["close the channel", "METHOD_FAILED"],
    ["out of memory", "IMAGE_TOO_LARGE"],
  ])("%s: its scan answers %s and the next one has a new process", async (act, code) => {
    const scans = open();
    const before = await tell(scans, "pid");
    expect(await tell(scans, act)).toBe(code);
    const after = await tell(scans, "pid");
    expect(after).toMatch(/^[0-9]+$/);
    expect(after).not.toBe(before);
  });

  test("does no harm to the scans that wait", async () => {
    const scans = open();
    const answers = await Promise.all(["kill itself", "one", "exit 1", "two"].map((act) => tell(scans, act)));
    expect(answers).toEqual(["METHOD_FAILED", "one", "METHOD_FAILED", "two"]);
  });
});

describe("a scan process that takes too long", () => {
  test.each(["hang", "silent"])(
    "%s: it is killed, its scan is unreadable, the next one has a new process",
    async (act) => {
      const scans = open({ timeoutMs: 300 });
      const before = await tell(scans, "pid");
      expect(await tell(scans, act)).toBe("DOCUMENT_UNREADABLE");
      expect(await tell(scans, "pid")).not.toBe(before);
    },
  );
});

test("a warm process is used again, and its garbage is not believed", async () => {
  const scans = open();
  const first = await tell(scans, "pid");
  expect(await tell(scans, "garbage")).toBe("after garbage");
  expect(await tell(scans, "pid")).toBe(first);
});

test("a scan process sees nothing of the service's environment", async () => {
  expect(await tell(open(), "environment")).toMatch(/^((NODE|MALLOC)_[A-Z_]+,?)*$/);
});

describe("the queue", () => {
  test("one more than can run and wait is refused at once, and says when to come back", async () => {
    const scans = open({ queueLimit: 2 });
    const taken = ["a", "b", "c"].map((act) => tell(scans, act));
    const refused = await tell(scans, "d").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ScannerBusyError);
    expect(refused).toMatchObject({ retryAfterSeconds: 2 });
    expect(await Promise.all(taken)).toEqual(["a", "b", "c"]);
    expect(await tell(scans, "e")).toBe("e");
  });

  test("two processes work at the same time", async () => {
    const scans = open({ processes: 2 });
    const pids = await Promise.all([tell(scans, "pid"), tell(scans, "pid")]);
    expect(new Set(pids).size).toBe(2);
  });

  test("who goes away leaves the queue", async () => {
    const scans = open({ queueLimit: 1 });
    const gone = new AbortController();
    const [running, waiting] = [tell(scans, "running"), tell(scans, "waiting", gone.signal)];
    gone.abort();
    expect(await waiting).toBe("METHOD_FAILED");
    const next = tell(scans, "next");
    expect(await Promise.all([running, next])).toEqual(["running", "next"]);
  });

  test("who has gone already is not looked at", async () => {
    expect(await tell(open(), "anything", AbortSignal.abort())).toBe("METHOD_FAILED");
  });
});

describe("a closed pool", () => {
  test("ends what runs and waits, and takes no more", async () => {
    const scans = open();
    await tell(scans, "warm");
    const [running, waiting] = [tell(scans, "silent"), tell(scans, "waiting")];
    await scans.close();
    expect(await Promise.all([running, waiting])).toEqual(["METHOD_FAILED", "METHOD_FAILED"]);
    await expect(tell(scans, "late")).rejects.toBeInstanceOf(ScannerBusyError);
  });

  test("may be closed twice, and without ever having been used", async () => {
    const scans = open();
    await scans.close();
    await scans.close();
  });
});

describe("the service's own end", () => {
  const service = (how: "leave" | "stay") =>
    spawn(process.execPath, [join(SUPPORT, "parent.ts"), how], { stdio: ["ignore", "pipe", "pipe"] });

  test("an idle scan process does not keep the service alive", async () => {
    const parent = service("leave");
    parent.stdout.resume();
    parent.stderr.resume();
    const [code] = await once(parent, "close");
    expect(code).toBe(0);
  });

  test("a killed service takes its scan process with it", async () => {
    const parent = service("stay");
    const [said] = await once(parent.stdout, "data");
    expect(String(said)).toContain("IMAGE_FORMAT_UNSUPPORTED");
    parent.stdout.resume();
    parent.stderr.resume();
    // The scan process holds the same stderr: "close" comes only when it has gone as well.
    const closed = once(parent, "close");
    parent.kill("SIGKILL");
    await closed;
  });
});
