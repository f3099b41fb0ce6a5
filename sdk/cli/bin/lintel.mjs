#!/usr/bin/env node
// In the repository the sources run as they are; the package holds them bundled as `dist`.
import { existsSync } from "node:fs";

const source = new URL("../src/main.ts", import.meta.url);
const { runAsProcess } = await import(
  existsSync(source) ? source : new URL("../dist/main.mjs", import.meta.url)
);
await runAsProcess();
