import { freshDatabase } from "../../../scripts/lib/fresh-database.ts";
import { scriptRuntime } from "../../../scripts/lib/script-runtime.ts";
import { systemCtx } from "../../../src/runtime/runtime.ts";
import { anchorsFor } from "../../../src/services/trust/anchors.ts";
import { importTrustAnchors } from "../../../src/services/trust/import-list.ts";
import { createAuthority, pemOf } from "../../../tests/support/wallet/authority.ts";

// How long each answer waits for its trust anchors: from the cache, and after a change, which is what every answer
// cost before there was a cache. Alternating, so that the machine's other load affects both alike.

const ROUNDS = 60;
const SIZES = [20, 320] as const;
const BATCH = 40;

/**
 * Asks for the anchors of one type, on a separate PostgreSQL.
 * @returns milliseconds of each round, for 20 anchors and for 320
 */
export const timeAnchors = async (credentialType: string) => {
  await using stack = new AsyncDisposableStack();
  const { deps, close } = await scriptRuntime(await freshDatabase(stack));
  stack.defer(close);
  const results: { count: number; kept: number[]; changed: number[] }[] = [];
  let there = 0;
  for (const count of SIZES) {
    for (; there < count; there += Math.min(BATCH, count - there)) {
      const names = Array.from({ length: Math.min(BATCH, count - there) }, (_, index) => there + index);
      const made = await Promise.all(names.map((name) => createAuthority({ name: `CN=Authority ${name}` })));
      const content = made.map(({ der }) => pemOf(der)).join("");
      const credentialTypes = [credentialType];
      await importTrustAnchors(systemCtx(deps), { format: "pem", content, credentialTypes });
    }
    const timed = async (): Promise<number> => {
      const start = performance.now();
      const anchors = await anchorsFor(deps, [credentialType]);
      const spent = performance.now() - start;
      if (anchors.length !== count) throw new Error("the benchmark's anchors are not those it imported");
      return spent;
    };
    const [kept, changed]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      await deps.db.orm.trustAnchor.updateMany({ data: { label: `round ${round}` } });
      changed.push(await timed());
      kept.push(await timed());
    }
    results.push({ count, kept, changed });
  }
  return results;
};
