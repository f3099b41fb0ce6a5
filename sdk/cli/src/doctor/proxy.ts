import type { Io } from "../io.ts";
import { type Answer, textIn } from "../request.ts";
import { ask, error, type Finding, type Report, reportTo } from "./finding.ts";

const PAGE = "docs/deployment.md#the-proxy-in-front";

/** No key, and in the form of none: it is refused before any key is looked up. */
const NO_KEY = "lintel-doctor";

/** What a proxy in between does to calls of the interface: to their method, to the header of the key, and to their answers. */
export async function examineProxy(io: Io, url: string, health: Answer, report: Report): Promise<void> {
  const start = `${url}/verify/start`;
  const refused = await ask(io, start, { "x-tenant-api-key": NO_KEY }, { method: "POST", json: {} });
  const isOurs = typeof refused !== "string" && textIn(refused.body, "code") !== undefined;
  reportTo(report, "POST", isOurs ? null : postRefused(refused));
  if (isOurs) reportTo(report, "header of the key", await keyFinding(io, start, refused));
  const answers = isOurs ? [health, refused] : [health];
  reportTo(report, "answers are not kept", await cacheFinding(io, url, answers));
}

function postRefused(answer: Answer | string): Finding {
  const why = typeof answer === "string" ? answer : `status ${answer.status}`;
  const message = `A POST does not reach the service (${why}), so no verification can be started. Let the proxy pass on GET, POST, PATCH and DELETE.`;
  return error("proxy.post", message, PAGE);
}

/** A call with a key that nobody has is refused with other words than one without. */
async function keyFinding(io: Io, start: string, withKey: Answer): Promise<Finding | null> {
  const without = await ask(io, start, {}, { method: "POST", json: {} });
  if (typeof without === "string" || withKey.status !== 401 || without.status !== 401) return null;
  if (textIn(without.body, "message") !== textIn(withKey.body, "message")) return null;
  return error(
    "proxy.key",
    "The header x-tenant-api-key does not reach the service, so every call of a tenant gets 401. Let the proxy pass it on.",
    PAGE,
  );
}

/** An answer of the interface can be about a person, and is right only at the moment that it is given. */
async function cacheFinding(io: Io, url: string, answers: readonly Answer[]): Promise<Finding | null> {
  if (answers.some(({ headers }) => !/\bno-store\b/i.test(headers.get("cache-control") ?? "")))
    return error(
      "proxy.cacheable",
      "Answers of the interface come without Cache-Control: no-store, so a cache may give one tenant’s answer to another. Let the proxy leave this header alone.",
      PAGE,
    );
  const again = await ask(io, `${url}/health`);
  const [first] = answers;
  const requestId = first?.headers.get("x-request-id");
  if (!requestId || typeof again === "string" || again.headers.get("x-request-id") !== requestId) return null;
  return error(
    "proxy.cached",
    "Two calls got the same answer, with the same X-Request-Id: something in between keeps answers in spite of Cache-Control: no-store. Switch its cache off for this host.",
    PAGE,
  );
}
