import { beforeAll, describe, expect, test } from "vitest";
import { trust } from "#contracts/public/endpoints.ts";
import { VICAL_SIGNER_EKU, VICAL_TYPE } from "../../packages/wallet-verifier/src/trust/anchor.ts";
import { TEST_ISSUER_PEM } from "../../packages/wallet-verifier/src/trust/test-anchors.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import {
  type Authority,
  createAuthority,
  days,
  NOW,
  pemOf,
  type Signer,
} from "../support/wallet/authority.ts";
import { listEntry, vicalOf } from "../support/wallet/vical.ts";
import { testClock } from "../support/world/clock.ts";
import { countRows } from "../support/world/rows.ts";
import { ADMIN_KEY as adminKey } from "../support/world/service.ts";

const MDL = "org.iso.18013.5.1.mDL";
const clock = testClock(NOW);
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const send = (body: object) => service.get().call("POST", "/admin/trust-anchors", { adminKey, body });
const imported = async (body: object) => {
  const answer = await send(body);
  expect(answer.status, answer.text).toBe(200);
  return trust.importTrustAnchors.response.parse(answer.body);
};
const listed = async () => {
  const { body } = await service.get().call("GET", "/admin/trust-anchors", { adminKey });
  return trust.listTrustAnchors.response.parse(body);
};
const refused = async (body: object, path: string): Promise<string> => {
  const before = [await countRows(service.get().deps), await listed()];
  const answer = await send(body);
  expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST_BODY", issues: [{ path }] } });
  expect([await countRows(service.get().deps), await listed()]).toEqual(before);
  return String(answer.body.message);
};
const pem = (authority: Authority, more: object = {}) => ({
  format: "pem",
  content: pemOf(authority.der),
  credentialTypes: [MDL],
  ...more,
});

const derOf = (text: string): Uint8Array => Buffer.from(text.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");

test("nothing is trusted by default", async () => {
  expect(await listed()).toEqual([]);
});

describe("PEM", () => {
  test("counts for the types it was imported for, and is listed with its validity and fingerprint", async () => {
    const utopia = await createAuthority();
    const types = [MDL, "eu.europa.ec.av.1"];
    const { anchors } = await imported(pem(utopia, { credentialTypes: types, label: "Utopia" }));
    expect(anchors).toMatchObject([
      { credentialType: MDL, label: "Utopia", eku: "1.0.18013.5.1.2", source: "pem", isValid: true },
      { credentialType: "eu.europa.ec.av.1", eku: "1.3.130.2.0.0.1.2" },
    ]);
    expect(anchors[0]?.validUntil).toBe(days(3000).toISOString());
    expect(anchors[0]?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    const ids = (await listed()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(anchors.map(({ id }) => id)));
  });

  test("imported again it is the same anchor with the new label and rule", async () => {
    const utopia = await createAuthority();
    const first = await imported(pem(utopia));
    const again = await imported(pem(utopia, { label: "Renamed", eku: null }));
    expect(again.anchors).toMatchObject([{ id: first.anchors[0]?.id, label: "Renamed", eku: null }]);
  });

  test("one that is not valid now says so", async () => {
    const past = await createAuthority({ from: days(-20), until: days(-10) });
    expect((await imported(pem(past))).anchors).toMatchObject([{ isValid: false }]);
  });

  test("one unreadable certificate refuses all of them", async () => {
    const utopia = await createAuthority();
    const content = `${pemOf(utopia.der)}${pemOf(utopia.der.slice(0, 100))}`;
    expect(await refused(pem(utopia, { content }), "content")).toMatch(/not a certificate/);
  });

  test("the test issuer is never trusted: everybody has its key", async () => {
    const body = { format: "pem", content: TEST_ISSUER_PEM, credentialTypes: [MDL] };
    expect(await refused(body, "content")).toMatch(/test issuer/);
  });

  test("importing and removing is audited, with what it was and who did it", async () => {
    const { anchors } = await imported(pem(await createAuthority(), { label: "Arcadia" }));
    const [anchor] = anchors;
    await service.get().call("DELETE", `/admin/trust-anchors/${anchor?.id}`, { adminKey });
    expect((await listed()).map(({ id }) => id)).not.toContain(anchor?.id);
    const entries = await service
      .get()
      .deps.db.orm.auditEntry.findMany({ where: { target: `${anchor?.id}` }, orderBy: { action: "asc" } });
    const changes = { credentialType: MDL, label: "Arcadia", fingerprint: anchor?.fingerprint };
    expect(entries).toMatchObject([
      { action: "trust_anchor.import", actor: "admin", tenantId: null, changes },
      { action: "trust_anchor.remove", actor: "admin", tenantId: null, changes },
    ]);
  });
});

describe("VICAL", () => {
  let provider: Authority;
  let by: Signer;
  let utopia: Authority;
  let arcadia: Authority;
  beforeAll(async () => {
    provider = await createAuthority({ name: "CN=List Provider" });
    by = await provider.signer({ eku: VICAL_SIGNER_EKU });
    utopia = await createAuthority();
    arcadia = await createAuthority({ name: "CN=Arcadia IACA" });
  });
  const vical = (authorities: Authority[], date: Date) => ({
    format: "vical",
    content: Buffer.from(
      vicalOf(
        authorities.map((authority) => listEntry({ authority, docTypes: [MDL] })),
        by,
        { date },
      ),
    ).toString("base64"),
  });
  const fromLists = async () => (await listed()).filter(({ source }) => source === "vical");

  test("counts only when its provider is pinned, and a newer one takes the place of the older", async () => {
    expect(await refused(vical([utopia], NOW), "content")).toMatch(/trust anchor/);
    const pin = await imported(pem(provider, { credentialTypes: [VICAL_TYPE] }));
    expect(pin.anchors).toMatchObject([{ eku: VICAL_SIGNER_EKU }]);
    await imported(vical([utopia, arcadia], days(-2)));
    expect((await fromLists()).map(({ label }) => label)).toEqual(["Arcadia IACA", "Utopia IACA"]);
    await imported(vical([utopia], days(-1)));
    expect(await fromLists()).toMatchObject([
      { label: "Utopia IACA", listProvider: pin.anchors[0]?.fingerprint },
    ]);
    expect(await refused(vical([arcadia], days(-2)), "content")).toMatch(/older list/);
    expect(await refused(vical([arcadia], days(30)), "content")).toMatch(/future/);
    const removals = await service
      .get()
      .deps.db.orm.auditEntry.findMany({ where: { action: "trust_anchor.remove" } });
    const changes = expect.objectContaining({ label: "Arcadia IACA" });
    expect(removals).toContainEqual(expect.objectContaining({ changes }));
  });

  test("vouches for documents alone: never for another provider of lists, nor for the test issuer", async () => {
    const entry = listEntry({ authority: arcadia, docTypes: [VICAL_TYPE, "urn:eudi:pid:1", MDL] });
    const content = Buffer.from(vicalOf([entry], by)).toString("base64");
    const { anchors } = await imported({ format: "vical", content });
    expect(anchors.map(({ credentialType }) => credentialType)).toEqual([MDL]);
    const test = listEntry({ authority: { der: derOf(TEST_ISSUER_PEM) }, docTypes: [MDL] });
    const later = { date: new Date(NOW.getTime() + 1_000) };
    const forged = Buffer.from(vicalOf([test], by, later)).toString("base64");
    expect(await refused({ format: "vical", content: forged }, "content")).toMatch(/test issuer/);
  });

  test("of another pinned provider that writes the same name changes nothing; with its pin a list goes", async () => {
    const other = await createAuthority({ name: "CN=Other List Provider" });
    const { anchors: pins } = await imported(pem(other, { credentialTypes: [VICAL_TYPE] }));
    const before = await fromLists();
    const signer = await other.signer({ eku: VICAL_SIGNER_EKU });
    const third = await createAuthority({ name: "CN=Third IACA" });
    const content = Buffer.from(vicalOf([listEntry({ authority: third, docTypes: [MDL] })], signer)).toString(
      "base64",
    );
    await imported({ format: "vical", content });
    expect((await fromLists()).map(({ label }) => label)).toEqual([
      ...before.map(({ label }) => label),
      "Third IACA",
    ]);
    await service.get().call("DELETE", `/admin/trust-anchors/${pins[0]?.id}`, { adminKey });
    expect(await fromLists()).toEqual(before);
  });
});

describe("the EU's trusted list", () => {
  const listOf = (...services: string[]) =>
    `<?xml version="1.0"?><tsl:TrustServiceStatusList xmlns:tsl="http://uri.etsi.org/02231/v2#"><!-- <x --> ${services.join("")}</tsl:TrustServiceStatusList>`;
  const serviceOf = (authority: Pick<Authority, "der">, name: string, status = "granted") =>
    `<tsl:TSPService><tsl:ServiceInformation><tsl:ServiceTypeIdentifier>http://ec.europa.eu/av/TrstSvc/Svctype/PAA</tsl:ServiceTypeIdentifier>
    <tsl:ServiceName><tsl:Name xml:lang="en">${name}</tsl:Name></tsl:ServiceName><tsl:ServiceStatus>http://ec.europa.eu/av/Svcstatus/${status}</tsl:ServiceStatus>
    <tsl:ServiceDigitalIdentity><tsl:DigitalId><tsl:X509Certificate>
      ${Buffer.from(authority.der).toString("base64")}
    </tsl:X509Certificate></tsl:DigitalId></tsl:ServiceDigitalIdentity></tsl:ServiceInformation></tsl:TSPService>`;
  const euOnes = async () => (await listed()).filter(({ source }) => source === "eu_trusted_list");

  test("is only shown at first; what a person confirms by its fingerprint counts, and nothing else", async () => {
    const [utopia, arcadia] = [await createAuthority(), await createAuthority()];
    const content = listOf(serviceOf(utopia, "Utopia &amp; sons"), serviceOf(arcadia, "Arcadia"));
    const body = { format: "eu_trusted_list", content };
    const shown = await imported(body);
    expect(shown).toMatchObject({
      anchors: [],
      candidates: [
        { service: "Utopia & sons", serviceType: "PAA", status: "granted", subject: "CN=Utopia IACA, C=UT" },
        { service: "Arcadia" },
      ],
    });
    expect(await euOnes()).toEqual([]);
    await imported({ ...body, confirm: [shown.candidates[0]?.fingerprint.toUpperCase()] });
    expect(await euOnes()).toMatchObject([
      { credentialType: "eu.europa.ec.av.1", label: "Utopia & sons", eku: "1.3.130.2.0.0.1.2" },
    ]);
  });

  test("confirms neither the test issuer nor a service that is not to be relied on", async () => {
    const confirmed = async (service: string) => {
      const content = listOf(service);
      const { candidates } = await imported({ format: "eu_trusted_list", content });
      return { format: "eu_trusted_list", content, confirm: [candidates[0]?.fingerprint] };
    };
    const test = await confirmed(serviceOf({ der: derOf(TEST_ISSUER_PEM) }, "Test"));
    expect(await refused(test, "content")).toMatch(/test issuer/);
    const withdrawn = await confirmed(serviceOf(await createAuthority(), "Gone", "withdrawn"));
    expect(await refused(withdrawn, "confirm.0")).toMatch(/withdrawn/);
    const silent = await confirmed(serviceOf(await createAuthority(), "Silent", ""));
    expect(await refused(silent, "confirm.0")).toMatch(/not granted/);
    const national = await confirmed(serviceOf(await createAuthority(), "Own", "recognisedatnationallevel"));
    expect(await refused(national, "confirm.0")).toMatch(/recognisedatnationallevel, not granted/);
    const other = serviceOf(await createAuthority(), "Stamps").replace("Svctype/PAA", "Svctype/TSA");
    expect(await refused(await confirmed(other), "confirm.0")).toMatch(/PAA/);
  });

  test("confirms nothing that it does not hold", async () => {
    const body = { format: "eu_trusted_list", content: listOf(), confirm: ["0".repeat(64)] };
    expect(await refused(body, "confirm.0")).toMatch(/no certificate/);
  });

  test.each([
    ["another document", "<html></html>"],
    ["a document type", `<!DOCTYPE x>${listOf()}`],
    ["CDATA", listOf("<![CDATA[x]]>")],
  ])("%s is refused", async (_name, content) => {
    expect(await refused({ format: "eu_trusted_list", content }, "content")).toMatch(/not a trusted list/);
  });
});
