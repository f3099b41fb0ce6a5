import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { openApiDocument } from "#contracts/public/openapi.ts";
import { deliveryHeaders } from "#core/webhooks/webhook.ts";
import { servedAt } from "#http/dispatch.ts";
import { signatureHeaders } from "#platform/webhooks/signature.ts";
import { readRecording } from "../../support/recorded/recording.ts";

const operation = z.looseObject({
  tags: z.array(z.string()).length(1),
  security: z.array(z.unknown()),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), z.looseObject({ headers: z.record(z.string(), z.unknown()).default({}) })),
});
const operations = z.record(z.string(), z.record(z.string(), operation));
const document = z
  .looseObject({ paths: operations, webhooks: operations, tags: z.array(z.object({ name: z.string() })) })
  .parse(openApiDocument("https://age.test"));

/** Headers of the body (RFC 9110 §8) and of caches, which OpenAPI and HTTP have rules for, are not listed. */
const UNLISTED = ["cache-control", "content-type", "x-content-type-options"];

const answer = z.looseObject({
  request: z.string(),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
});

const recorded = Object.values(readRecording("rest"))
  .flatMap(Object.values)
  .map((entry) => answer.parse(entry))
  .flatMap(({ request, status, headers }) => {
    const [method = "", address = ""] = request.split(" ");
    const path = address.replace(/\?.*/, "");
    const ways = servedAt(path)?.served.map(({ contract }) => contract) ?? [];
    const found =
      ways.find((contract) => contract.method === method) ?? (status === 405 ? ways[0] : undefined);
    const sent = Object.keys(headers).filter((name) => !UNLISTED.includes(name));
    return found ? [{ place: `${found.method} ${found.path} ${status}`, sent }] : [];
  });

const listed = new Map(
  ENDPOINTS.flatMap(({ method, path }) =>
    Object.entries(
      document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.responses ?? {},
    ).map(([status, { headers }]) => [
      `${method} ${path} ${status}`,
      Object.keys(headers).map((name) => name.toLowerCase()),
    ]),
  ),
);

describe("the OpenAPI document", () => {
  test("lists every header that an answer was recorded with, at its address and status", () => {
    expect(recorded.length).toBeGreaterThan(200);
    const missing = recorded.flatMap(({ place, sent }) =>
      sent.filter((name) => !listed.get(place)?.includes(name)).map((name) => `${place} ${name}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test("lists no header that the recorded answers of that address and status have not got", () => {
    const sent = Map.groupBy(recorded, ({ place }) => place);
    const invented = [...listed].flatMap(([place, names]) =>
      // A failure can come before a request is counted, or after: both are not recorded everywhere.
      place.endsWith(" 500") || !sent.has(place)
        ? []
        : names
            .filter((name) => !sent.get(place)?.some((one) => one.sent.includes(name)))
            .map((name) => `${place} ${name}`),
    );
    expect(invented).toEqual([]);
  });

  test("names what a webhook is signed with, and asks for no credential", () => {
    const signature = signatureHeaders({
      id: "evt_1",
      timestampSeconds: 1,
      body: "{}",
      secrets: [`whsec_${Buffer.alloc(32).toString("base64")}`],
    });
    const sent = deliveryHeaders({
      eventId: "e",
      verificationId: "v",
      attempt: "1",
      mode: "live",
      signature,
    });
    const names = Object.keys(sent).filter((name) => !["Content-Type", "User-Agent"].includes(name));
    expect(Object.keys(document.webhooks).length).toBeGreaterThan(3);
    for (const { post } of Object.values(document.webhooks)) {
      expect(post?.security).toEqual([]);
      expect(post?.parameters.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
      expect(post?.parameters.every((parameter) => parameter.in === "header")).toBe(true);
    }
  });

  test("puts every operation and webhook under one tag of its list, and lists no other", () => {
    const used = [document.paths, document.webhooks].flatMap((part) =>
      Object.values(part).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)),
    );
    expect([...new Set(used)].toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted());
  });
});
