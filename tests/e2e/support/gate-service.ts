import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { DEFAULT_LANGUAGE, languageOfTag } from "#core/language.ts";
import type { GateMessage, GatePage } from "#http/gates/page-kinds.ts";
import { gatePage } from "#http/gates/pages.ts";
import { ROOT } from "../../../scripts/lib/run.ts";

// The service as far as public/gate.js sees it: its files, its pages, and how a check ends. What the real one does
// with the same script is asked in tests/e2e/gate-script.spec.ts too.

/** The gate's id everywhere in these tests. */
export const SITE_ID = "gat_test";

/** How a check ends when its page's link of that name is followed. */
export const ENDINGS = ["answer", "under_age", "cancelled", "failed", "expired"] as const;
export type Ending = (typeof ENDINGS)[number];

export type GateService = {
  origin: string;
  /** Codes that were handed out, the newest last. */
  codes: string[];
  /** Addresses of starts: `GET …` or `POST …`. */
  starts: string[];
  close(): Promise<void>;
};

const FILES: Readonly<Record<string, string>> = {
  "/gate.js": "text/javascript; charset=utf-8",
  "/gate.css": "text/css; charset=utf-8",
};

const send = (response: ServerResponse, page: GatePage): void => {
  const { status, headers, body } = gatePage(page, {});
  response.writeHead(status, headers).end(body);
};

const links = (query: string): string =>
  ENDINGS.map((ending) => `<a href="/end?how=${ending}&${query}">${ending}</a>`).join(" ");

/** @param siteOrigin the gate's */
export const openGateService = async (siteOrigin: () => string): Promise<GateService> => {
  const codes: string[] = [];
  const starts: string[] = [];
  const end = (response: ServerResponse, query: URLSearchParams): void => {
    const how = query.get("how") as Ending;
    const code = `vrc_${randomBytes(24).toString("base64url")}`;
    if (how === "answer") codes.push(code);
    if (query.get("answer") === "code") {
      const address = new URL(siteOrigin() + query.get("return"));
      address.searchParams.set("lintel-response", code);
      response.writeHead(302, { location: address.href }).end();
      return;
    }
    const message: GateMessage = {
      lintel: 1,
      site: SITE_ID,
      ...(how === "answer" ? { type: "answer", code } : { type: "refused", reason: how }),
    };
    send(response, { kind: "message", language: "en", origin: siteOrigin(), message });
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://service");
    const type = FILES[url.pathname];
    if (type !== undefined) {
      response.writeHead(200, { "content-type": type });
      response.end(await readFile(join(ROOT, "public", url.pathname)));
      return;
    }
    if (url.pathname === "/end") return end(response, url.searchParams);
    if (url.pathname !== `/gate/${SITE_ID}/start`) {
      response.writeHead(404).end();
      return;
    }
    starts.push(`${request.method} ${request.url}`);
    if (request.method === "POST") {
      let body = "";
      for await (const part of request) body += part;
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<!doctype html><html lang="en"><title>Check</title><h1>Check</h1>${links(body)}`);
      return;
    }
    send(response, {
      kind: "start",
      language: languageOfTag(url.searchParams.get("lang")) ?? DEFAULT_LANGUAGE,
      site: SITE_ID,
      siteName: "Corner Shop",
      threshold: "18",
      action: "start",
      wanted: { returnPath: url.searchParams.get("return") ?? "/", kept: null, longPath: null },
      answer: url.searchParams.get("answer") === "message" ? "message" : "code",
      origin: siteOrigin(),
    });
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://localhost:${typeof address === "object" && address ? address.port : 0}`,
    codes,
    starts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
