import { expect, test } from "vitest";
import { asOneTransaction } from "#data/service/client.ts";
import { apart } from "#data/sql/held-connection.ts";
import { VERIFICATION_STATE } from "#data/sql/requests.ts";
import { sharedRead } from "#data/sql/shared-read.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { startVerification } from "#services/check/start.ts";
import { authenticateKey } from "#services/keys/authenticate-key.ts";
import { SOME_CONNECTIONS, serviceForFile } from "../support/world/service.ts";
import { recordNamedStatements } from "../support/world/statement-counter.ts";

const service = serviceForFile({ env: SOME_CONNECTIONS });

const newTenant = async () => {
  const { deps, tenant } = service.get();
  return { ...systemCtx(deps), ...(await authenticateKey(deps, (await tenant()).liveKey)) };
};

test("reads of one turn are one statement, and each asker gets the row that they asked for, or none", async () => {
  const one = await newTenant();
  const other = await newTenant();
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await startVerification(one, {})).verificationId),
  );
  const read = sharedRead(VERIFICATION_STATE);
  const { pool } = one.deps.db;
  const asked = recordNamedStatements(one.deps);
  const [first = ""] = ids;
  const answers = await Promise.all([
    ...ids.map((id) => read({ pool }, [id, one.tenant.id])),
    read({ pool }, [first, other.tenant.id]),
    read({ pool }, ["ver_none", one.tenant.id]),
    read({ pool }, [first, one.tenant.id]),
  ]);
  expect(answers.map((row) => row?.id ?? null)).toEqual([...ids, null, null, first]);
  expect(asked()).toEqual(["verification_state_many"]);
  const alone = await read({ pool }, [first, one.tenant.id]);
  expect(asked()).toEqual(["verification_state"]);
  expect(answers[0]).toEqual(alone);
});

test("a read that fails, fails for those who asked with it and for nobody after them", async () => {
  const ctx = await newTenant();
  const { verificationId } = await startVerification(ctx, {});
  const read = sharedRead(VERIFICATION_STATE);
  const { pool } = ctx.deps.db;
  const together = await Promise.allSettled([
    read({ pool }, [verificationId, ctx.tenant.id]),
    read({ pool }, ["a text that PostgreSQL refuses: \u0000", ctx.tenant.id]),
  ]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await read({ pool }, [verificationId, ctx.tenant.id])).toMatchObject({ id: verificationId });
});

test("a transaction sees its own writes, and nobody beside it does", async () => {
  const ctx = await newTenant();
  const { deps, tenant } = ctx;
  const read = sharedRead(VERIFICATION_STATE);
  await asOneTransaction(deps.db, async (db) => {
    const { verificationId } = await startVerification({ ...ctx, deps: { ...deps, db } }, {});
    const [inside, outside] = await Promise.all([
      read(db, [verificationId, tenant.id]),
      apart(() => read(deps.db, [verificationId, tenant.id])),
    ]);
    expect([inside?.id, outside]).toEqual([verificationId, null]);
  });
});
