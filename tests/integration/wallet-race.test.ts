import { spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { attestMdoc } from "../../lab/demo-wallet/issuer/attest.ts";
import { testSigner } from "../../lab/demo-wallet/issuer/test-issuer.ts";
import { readRequest } from "../../lab/demo-wallet/wallet/read-request.ts";
import { asForm, respond } from "../../lab/demo-wallet/wallet/respond.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { ask } from "../support/wallet/hosted-wallet.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { createDatabase } from "../support/world/database.ts";
import { ADMIN_KEY, createService } from "../support/world/service.ts";

const CHILD = fileURLToPath(new URL("../support/wallet/response-child.ts", import.meta.url));
const ROUNDS = 12;

/** Where one process of the service takes answers. */
const startChild = async (env: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, [CHILD], {
    env: processEnv({ LOG_LEVEL: "silent", ...env }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill();
  });
  const [line] = await once(createInterface(child.stdout), "line");
  return `http://127.0.0.1:${String(line).replace("port ", "")}`;
};

test("two processes that get one answer at the same moment: exactly one completes, and once", async () => {
  const database = await createDatabase();
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const env = {
    LINTEL_ENV: "development",
    DATABASE_URL: database.url,
    PUBLIC_URL: "https://age.test",
    SECRETS_KEY: randomBytes(32).toString("base64"),
    KEY_PEPPER: randomBytes(32).toString("base64"),
    ADMIN_KEYS: ADMIN_KEY,
    TOKEN_SIGNING_KEYS: JSON.stringify([key]),
  };
  const service = await createService({ env, database });
  onTestFinished(() => service.close());
  const { call, deps } = service;
  const { testKey } = await service.tenant({ plan: "scale" });
  const processes = await Promise.all([startChild(env), startChild(env)]);
  const now = new Date();
  const signer = await testSigner(now);

  for (let round = 0; round < ROUNDS; round += 1) {
    const started = await start(call, testKey);
    const { transactionId, link } = await ask(deps, secretOf(started), { channel: "qr", app: "eu" });
    const held = await attestMdoc("eu.europa.ec.av.1", { signer, age: 30, now });
    const body = Buffer.from(asForm(await respond(await readRequest(link), held, now)));
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answers = await Promise.all(
      [...processes, ...processes].map((origin) =>
        fetch(`${origin}/openid4vp/response/${transactionId}`, { method: "POST", body, headers }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const { verificationId } = started;
    const where = { verificationId };
    expect(await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } })).toMatchObject(
      {
        status: "completed",
        verified: true,
        attempts: 1,
        assurance: "none_test_mode",
      },
    );
    const counts = await Promise.all([
      deps.db.orm.token.count({ where }),
      deps.db.orm.event.count({ where }),
      deps.db.orm.methodAttempt.count({ where }),
    ]);
    expect(counts).toEqual([1, 1, 1]);
  }
});
