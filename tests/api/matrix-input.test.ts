import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { countRows } from "../support/world/rows.ts";
import { exampleOf, type World } from "./matrix/examples.ts";
import { send } from "./matrix/provocations.ts";

const service = promisedServiceForFile();

const newWorld = async (): Promise<World> => {
  const own = service.get();
  return { service: own, tenant: await own.tenant({ plan: "scale" }) };
};

describe.each(ENDPOINTS.filter(({ body }) => body))("$method $path", (contract) => {
  test("refuses bodies that are no honest JSON object, and writes nothing", async () => {
    const world = await newWorld();
    const sent = await exampleOf(contract).good(world);
    const before = await countRows(world.service.deps);
    for (const body of ["", " ", "[]", "null", '"text"', "1", "{}}", "{'a':1}", "\ufeff", "NaN"]) {
      if (body === "" && contract.body?.safeParse({}).success) continue; // no body counts as {}
      const answer = await send(world, contract, { path: sent.path, body });
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, "INVALID_REQUEST_BODY"]);
    }
    expect(await countRows(world.service.deps)).toEqual(before);
  });

  test("refuses a body that does not say it is JSON", async () => {
    const world = await newWorld();
    const sent = await exampleOf(contract).good(world);
    const before = await countRows(world.service.deps);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
    ]) {
      if (contract.oauth && type.includes("form")) continue; // tests/api/device-login.test.ts asks in forms
      const answer = await send(world, contract, sent, { headers: { "content-type": type } });
      expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST_BODY" } });
      expect(answer.body.message).toContain("application/json");
    }
    expect(await countRows(world.service.deps)).toEqual(before);
  });

  test("names a field that it does not know", async () => {
    const world = await newWorld();
    const { path, body } = await exampleOf(contract).good(world);
    const unknown = { ...Object(body), mistyped: 1 };
    const answer = await send(world, contract, { path, body: unknown });
    if (exampleOf(contract).takesUnknownFields) return expect(answer.status).toBe(200);
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST_BODY" } });
    expect(answer.body.issues).toContainEqual({ path: "mistyped", message: "there is no such field" });
  });
});

describe.each(ENDPOINTS.filter(({ query }) => query))("$method $path", (contract) => {
  test("names a query parameter that it does not know, or that is given twice", async () => {
    const world = await newWorld();
    const { path } = await exampleOf(contract).good(world);
    const glue = path.includes("?") ? "&" : "?";
    for (const query of ["mistyped=1", "__proto__=1", "constructor=1", "limit=1&limit=1"]) {
      const answer = await send(world, contract, { path: `${path}${glue}${query}` });
      expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_PARAMETERS" } });
      expect(JSON.stringify(answer.body.issues)).toContain(query.split("=")[0]);
    }
  });
});

test("JSON's media type may have parameters and PHP's utf8; a compressed body is told what is wrong with it", async () => {
  const { service, tenant } = await newWorld();
  const post = (headers: Record<string, string>) =>
    service.call("POST", "/verify/start", { key: tenant.testKey, body: {}, headers });
  for (const type of [
    "application/json;charset=utf8",
    'application/json; charset="UTF-8"; profile=x',
    "application/json; profile=x",
  ]) {
    expect([type, (await post({ "content-type": type })).status]).toEqual([type, 200]);
  }
  const json = { "content-type": "application/json" };
  expect((await post({ ...json, "content-encoding": "identity" })).status).toBe(200);
  expect(await post({ ...json, "content-encoding": "gzip" })).toMatchObject({
    status: 400,
    body: {
      code: "INVALID_REQUEST_BODY",
      message: expect.stringContaining("without Content-Encoding, got gzip"),
    },
  });
});
