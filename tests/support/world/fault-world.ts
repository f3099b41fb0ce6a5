import { onTestFinished } from "vitest";
import type { Deps } from "#services/context.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { startReceiver, type TlsReceiver } from "../webhooks/tls-receiver.ts";
import { LOOPBACK_ENV } from "../webhooks/tls-world.ts";
import { type WorkerStarter, workerStarter } from "../webhooks/worker-process.ts";
import { createAuthority } from "./certificates.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import { createService, sharedEnv, type TestService, type TestTenant } from "./service.ts";

export type FaultWorld = {
  readonly service: TestService;
  readonly deps: Deps;
  readonly receiver: TlsReceiver;
  readonly workers: WorkerStarter;
  /** What a second process needs to be the same service. */
  readonly env: Readonly<Record<string, string>>;
  readonly tenant: TestTenant;
  /** An endpoint of the tenant at a host of its own, all of them the one receiver. */
  endpoint(number: number, path?: string): Promise<{ id: string; secret: string }>;
};

const HOSTS = 20;

/**
 * A service with a database of its own, real workers, and a receiver with 20 host names. Ends with the test.
 * @param given a migrated database on another server than the tests' own
 * @param tenantOf makes the tenant in place of this version, for a database that an older one migrated
 */
export const createFaultWorld = async (
  given?: TestDatabase,
  tenantOf?: (env: FaultWorld["env"], endpointUrl: string) => TestTenant,
): Promise<FaultWorld> => {
  const database = given ?? (await createDatabase());
  const env = { ...sharedEnv(database.url), ...LOOPBACK_ENV };
  const service = await createService({ env, database });
  const authority = createAuthority();
  const hosts = Array.from({ length: HOSTS }, (_, i) => `h${i}.localhost`);
  const receiver = await startReceiver({ kind: "tls", certificate: authority.issue(hosts) });
  const workers = workerStarter(env, authority.ca);
  onTestFinished(async () => {
    await workers.close();
    await receiver.close();
    await service.close();
  });
  const tenant =
    tenantOf?.(env, receiver.url("/", hosts[0])) ??
    (await service.tenant({ plan: "scale", overrides: { rateLimitPerMinute: 10_000_000 } }));
  return {
    service,
    deps: service.deps,
    receiver,
    workers,
    env,
    tenant,
    endpoint: async (number, path = "/") => {
      const { endpoint, secret } = await createEndpoint(await ownerCtx(service.deps, tenant.id), {
        url: receiver.url(path, `h${number % HOSTS}.localhost`),
      });
      return { id: endpoint.id, secret };
    },
  };
};
