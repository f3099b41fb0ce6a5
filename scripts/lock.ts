// npm run lock: fills the holes that npm left in package-lock.json; see lib/lock-file.ts.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { completed, hashed, missingPackages, unhashed } from "./lib/lock-file.ts";
import { ROOT } from "./lib/run.ts";

const hashOf = (name: string, version: string): string | undefined => {
  const view = ["view", `${name}@${version}`, "dist.integrity"];
  const { stdout } = spawnSync("npm", view, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return /^sha512-\S+$/m.exec(stdout ?? "")?.[0];
};

const file = join(ROOT, "package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8"));
const missing = missingPackages(lock);
const whole = hashed(missing.length > 0 ? completed(lock) : lock, hashOf);
writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
for (const { name, version } of missing) console.log(`added  ${name} ${version}`);
for (const { name, version } of unhashed(whole))
  console.log(`no hash  ${name} ${version}: the registry does not have it`);
console.log(missing.length === 0 ? "package-lock.json is complete." : `${missing.length} added.`);
