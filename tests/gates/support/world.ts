import { anyPort } from "../../../scripts/local/ports.ts";
import { createAuthority, type ServerCertificate } from "../../support/world/certificates.ts";
import { ownFolder } from "./program.ts";
import type { Guarded } from "./promises.ts";
import { type Service, startService } from "./service.ts";
import { startSite } from "./site.ts";
import { newTestGate, type TestGate } from "./test-gate.ts";

export type GateWorld = Guarded & {
  service: Service;
  folder: string;
  /** PEM: what a client, and a server that calls the age check, has to trust. */
  authority: string;
  /** The site's certificate. */
  certificate: ServerCertificate;
};

/** What a server is started with. */
export type BeforeServer = Omit<GateWorld, "service" | "site"> & { site: { port: number } };

/**
 * All that a server in front of a site needs: the site, the age check, a gate that it knows, certificates of one authority
 * and a folder. The server is to listen at `door.port`.
 */
export const newGateWorld = async (
  stack: AsyncDisposableStack,
  name: string,
  more: Partial<TestGate> = {},
): Promise<GateWorld> => {
  const { ca, issue } = createAuthority();
  const site = stack.use(await startSite());
  const service = stack.use(await startService(issue(["localhost"])));
  const port = await anyPort();
  const gate = newTestGate(port, { publicUrl: service.url, ...more });
  service.gates.set(gate.siteId, gate);
  return {
    ...{ gate, site, service, authority: ca, certificate: issue(["shop.test"]) },
    door: { port, host: gate.host, ca },
    folder: await ownFolder(stack, name),
  };
};
