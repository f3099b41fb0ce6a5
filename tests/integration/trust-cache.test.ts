import { beforeAll, expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "#data/service/client.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { anchorsFor, removeTrustAnchor } from "#services/trust/anchors.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { type Authority, createAuthority, pemOf } from "../support/wallet/authority.ts";
import { createService, type TestService } from "../support/world/service.ts";

const MDL = "org.iso.18013.5.1.mDL";

let utopia: Authority;
let arcadia: Authority;
beforeAll(async () => {
  utopia = await createAuthority();
  arcadia = await createAuthority({ name: "CN=Arcadia IACA" });
});

/** A service that imports, and the database as another process of it sees it. */
const world = async (): Promise<{ service: TestService; other: Database }> => {
  const service = await createService();
  const other = connect({
    url: service.runtime.config.DATABASE_URL,
    poolSize: 2,
    onPoolError: () => undefined,
  });
  onTestFinished(async () => {
    await other.close();
    await service.close();
  });
  return { service, other };
};

const trustIn = ({ deps }: TestService, { der }: Pick<Authority, "der">, label: string) =>
  importTrustAnchors(systemCtx(deps), {
    format: "pem",
    content: pemOf(der),
    credentialTypes: [MDL],
    label,
  });

test("a certificate is read once, not again for each answer", async () => {
  const { service, other } = await world();
  await trustIn(service, utopia, "Utopia");
  const [first] = await anchorsFor({ db: other }, [MDL]);
  const [again] = await anchorsFor({ db: other }, [MDL]);
  expect(first?.label).toBe("Utopia");
  expect(again?.certificate.x509).toBe(first?.certificate.x509);
});

test("answers that come at once share one reading", async () => {
  const { service, other } = await world();
  await trustIn(service, utopia, "Utopia");
  const all = await Promise.all(Array.from({ length: 8 }, () => anchorsFor({ db: other }, [MDL])));
  expect(new Set(all.map(([anchor]) => anchor?.certificate.x509)).size).toBe(1);
});

test("the very next answer of another process knows of every import, change and removal", async () => {
  const { service, other } = await world();
  const labels = async () => (await anchorsFor({ db: other }, [MDL])).map(({ label }) => label);
  expect(await labels()).toEqual([]);
  await trustIn(service, utopia, "Utopia");
  expect(await labels()).toEqual(["Utopia"]);
  const { anchors } = await trustIn(service, arcadia, "Arcadia");
  expect(await labels()).toEqual(["Arcadia", "Utopia"]);
  await trustIn(service, utopia, "Renamed");
  expect(await labels()).toEqual(["Arcadia", "Renamed"]);
  await removeTrustAnchor(systemCtx(service.deps), anchors[0]?.id ?? "");
  expect(await labels()).toEqual(["Renamed"]);
  // By hand, past every use case.
  await service.deps.db.orm.trustAnchor.updateMany({ data: { label: "By hand" } });
  expect(await labels()).toEqual(["By hand"]);
  await service.deps.db.orm.trustAnchor.deleteMany();
  expect(await labels()).toEqual([]);
});

test("types are apart, and a reading that failed is not kept", async () => {
  const { service, other } = await world();
  await trustIn(service, utopia, "Utopia");
  expect(await anchorsFor({ db: other }, ["eu.europa.ec.av.1"])).toEqual([]);
  const state = { isAway: true };
  const orm: Database["orm"] = new Proxy(other.orm, {
    get: (target, name) => {
      if (state.isAway && name === "trustAnchor") throw new Error("away");
      return Reflect.get(target, name, target);
    },
  });
  const shaky: Database = {
    ...other,
    orm,
    get root() {
      return shaky;
    },
  };
  await expect(anchorsFor({ db: shaky }, [MDL])).rejects.toThrow("away");
  state.isAway = false;
  expect(await anchorsFor({ db: shaky }, [MDL])).toMatchObject([{ label: "Utopia" }]);
});
