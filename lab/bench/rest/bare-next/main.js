// One route of Next that answers a constant, as `next start` would serve it; `--build` builds it first.
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
// biome-ignore lint/correctness/noUndeclaredDependencies: the one of the root, which is what is measured
import next from "next";

const dir = import.meta.dirname;
const cli = createRequire(import.meta.url).resolve("next/dist/bin/next");
if (process.argv.includes("--build")) {
  const { status } = spawnSync(process.execPath, [cli, "build", dir], { stdio: "inherit" });
  process.exit(status ?? 1);
}
const app = next({ dev: false, dir });
await app.prepare();
const handle = app.getRequestHandler();
createServer((request, response) => handle(request, response)).listen(Number(process.env.PORT), "127.0.0.1");
