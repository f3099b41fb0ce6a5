import { createScanPool } from "../../../../packages/document-reader/src/process/scan-pool.ts";

// A service for tests: scans once, says so, and then either ends ("leave") or stays until it is killed ("stay").

const pool = createScanPool({ processes: 1, queueLimit: 1, timeoutMs: 10_000 });
const result = await pool.scan(new TextEncoder().encode("not a picture"));
console.log(result.kind === "no_read" ? result.code : result.kind);
if (process.argv[2] === "stay") setInterval(() => undefined, 1_000_000);
