import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasInternetRoute } from "#platform/webhooks/connect.ts";

const noUlimit = process.platform === "win32" ? "there is no ulimit" : null;

test.skipIf(noUlimit !== null)(
  `without file descriptors no attempt is used up${noUlimit ? `: ${noUlimit}` : ""}`,
  () => {
    const script = `ulimit -n 64 && exec "${process.execPath}" --no-warnings tests/support/webhooks/out-of-files.ts`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      connecting: { kind: "infrastructure", detail: "Out of sockets or memory (EMFILE)." },
      resolving: expect.objectContaining({ kind: "infrastructure" }),
      hasRoute: false,
    });
  },
);

const ROUTES = "/proc/net/route";
const noRoutes = existsSync(ROUTES) ? null : `there is no ${ROUTES}`;
const RTF_UP = 0x1;
const RTF_REJECT = 0x200;

const linesOf = (file: string): string[][] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.trim().split(/\s+/))
    : [];

const isOpen = (flags: string): boolean => (Number.parseInt(flags, 16) & (RTF_UP | RTF_REJECT)) === RTF_UP;

/** As the kernel lists its routes (proc_net(5)), read without a socket: is one of them for the rest of the world? */
const hasDefaultRoute = (): boolean =>
  linesOf(ROUTES).some(([, to, , flags = ""]) => to === "00000000" && isOpen(flags)) ||
  linesOf("/proc/net/ipv6_route").some(
    (fields) => fields[0] === "0".repeat(32) && fields[1] === "00" && isOpen(fields[8] ?? ""),
  );

test.skipIf(noRoutes !== null)(
  `asking for a route answers, whatever this machine has, and sends nothing${noRoutes ? `: ${noRoutes}` : ""}`,
  async () => {
    expect(await hasInternetRoute()).toBe(hasDefaultRoute());
  },
);
