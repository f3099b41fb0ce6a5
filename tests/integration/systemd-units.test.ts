import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

// `systemd-analyze verify` reads units without starting anything.

const PROGRAM = "systemd-analyze";
const FOLDER = "deploy/systemd";

/** What systemd says about copies of the units, after a change of each. */
const complaintsOf = (change: (unit: string) => string): string[] => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-units-"));
  try {
    const files = readdirSync(FOLDER).map((name) => {
      const copy = join(folder, name.replace("@.", "@3001."));
      // Their Node is where a tree is installed; this one is here.
      const unit = readFileSync(join(FOLDER, name), "utf8").replace(/^ExecStart=\S+/m, "ExecStart=/bin/sh");
      writeFileSync(copy, change(unit));
      return copy;
    });
    const { error, stderr } = spawnSync(PROGRAM, ["verify", "--man=no", ...files], { encoding: "utf8" });
    if (error) return [];
    return stderr.split("\n").filter((line) => line.includes(folder) || line.startsWith("lintel-"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const withUnknownKey = (unit: string): string => unit.replace("[Service]\n", "[Service]\nFrobnicate=yes\n");
// Without the program, or where it may not look at units, it says nothing about that key either.
const isBlind = !complaintsOf(withUnknownKey).some((line) => line.includes("Frobnicate"));
const why = isBlind ? " (not here: systemd-analyze of Debian's systemd reads no units)" : "";

test.skipIf(isBlind)(`systemd knows every key and every value of the units${why}`, () => {
  expect(complaintsOf((unit) => unit)).toEqual([]);
});
