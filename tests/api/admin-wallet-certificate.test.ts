import { expect, test } from "vitest";
import { bindingTo, metadataBytes, OPERATOR } from "../../lab/demo-wallet/issuer/relying-party.ts";
import { createAuthority, NOW, pemOf } from "../support/wallet/authority.ts";
import { testClock } from "../support/world/clock.ts";
import { dump } from "../support/world/dump.ts";
import { ADMIN_KEY as adminKey, serviceForFile } from "../support/world/service.ts";

// The operator sets a tenant's certificate for wallets: what the console's owners can do, by REST.

const service = serviceForFile({ overrides: { now: testClock(NOW).now } });

const google = await createAuthority({ name: "CN=Google CA" });
const metadata = metadataBytes();
const signer = await google.signer({ name: "CN=Corner Shop", eku: null, more: [bindingTo(metadata)] });
const key = signer.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const files = { key, chain: pemOf(signer.der), metadata: Buffer.from(metadata).toString("base64url") };

test("the operator sets, reads and removes a tenant's certificate; the key is never returned, and stored sealed", async () => {
  const { admin, tenant } = await world();
  const path = `/admin/tenants/${tenant.id}/wallet-certificate`;
  expect(await admin("GET", path)).toEqual({ status: 200, body: { certificate: null } });
  const set = await admin("POST", path, files);
  expect(set).toMatchObject({
    status: 200,
    body: {
      subject: "CN=Corner Shop",
      google: { shownName: "Corner Shop", state: "bound" },
      registration: null,
    },
  });
  expect(await admin("GET", path)).toEqual({ status: 200, body: { certificate: set.body } });
  const secret = key.split("\n")[1] ?? "";
  expect(JSON.stringify(set.body)).not.toContain(secret);
  expect(await dump(service.get())).not.toContain(secret);
  expect(await admin("DELETE", path)).toMatchObject({ status: 200, body: { id: set.body.id } });
  expect(await admin("GET", path)).toEqual({ status: 200, body: { certificate: null } });
  const { deps } = service.get();
  const entries = await deps.db.orm.auditEntry.findMany({
    where: { tenantId: tenant.id, action: { startsWith: "wallet_certificate." } },
  });
  // Within one millisecond their ids have no order.
  expect(entries.map(({ actor, action }) => `${actor} ${action}`).sort()).toEqual([
    "admin wallet_certificate.remove",
    "admin wallet_certificate.set",
  ]);
});

test("metadata whose hash the certificate does not name is refused with the reason, and nothing is stored", async () => {
  const { admin, tenant } = await world();
  const path = `/admin/tenants/${tenant.id}/wallet-certificate`;
  const others = metadataBytes({ schema_version: "v1", display: OPERATOR });
  const refused = await admin("POST", path, {
    ...files,
    metadata: Buffer.from(others).toString("base64url"),
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      code: "INVALID_REQUEST_BODY",
      issues: [{ path: "metadata", message: expect.stringContaining("hash differs") }],
    },
  });
  expect(await admin("GET", path)).toEqual({ status: 200, body: { certificate: null } });
});

const world = async () => {
  const { call, tenant } = service.get();
  const made = await tenant();
  const admin = async (method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await call(method, path, {
      adminKey,
      ...(body === undefined ? {} : { body }),
    });
    return { status, body: answer };
  };
  return { admin, tenant: made };
};
