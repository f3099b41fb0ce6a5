import { expect, test } from "vitest";
import { killWhileErasing } from "../support/faults/erasure-kills.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { createFaultWorld } from "../support/world/fault-world.ts";

const KILLS = 40;

test("an erasure whose process is killed has happened with its receipt, or not at all", async () => {
  const { env, service } = await createFaultWorld();
  const { erased, whole } = await killWhileErasing(service, env, KILLS);
  expect(erased + whole).toBe(4 * KILLS);
  expect({ erased: erased > 0, whole: whole > 0 }, `${erased} erased, ${whole} whole`).toEqual({
    erased: true,
    whole: true,
  });
  writeFaultRow(import.meta.filename, {
    fault: "The service is killed (-9) while it erases verifications",
    done: `${KILLS} kills at random moments, four erasures under way at each`,
    expected: "all of an erasure or nothing; no receipt without its erasure, and no gap in the chain",
    got: `${erased} erased with their receipts, ${whole} as they were, none half done; the chain is unbroken`,
  });
});
