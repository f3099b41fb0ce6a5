import type { IncomingMessage } from "node:http";
import { methodNotAllowed, notFound } from "#http/unserved.ts";
import type { Runtime } from "#runtime/runtime.ts";
import { HttpResponse } from "./http-response.ts";
import type { NodeHandler } from "./http-server.ts";
import { incomingOf } from "./rest.ts";

const KEY_HEADERS = ["x-tenant-api-key", "x-admin-key", "x-api-key"] as const;

/** Whether a program is asking: it shows in what it sends, in a key, or in what it accepts. */
const wantsJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/([\w.-]+\+)?json\b/i.test(headers["content-type"] ?? "") ||
  /\bapplication\/json\b/i.test(headers.accept ?? "") ||
  KEY_HEADERS.some((name) => headers[name] !== undefined);

/**
 * The framework, whose pages for unknown addresses are for people: a program gets the interface's JSON
 * instead, wherever it looks.
 */
export const withJsonErrors =
  (deps: Runtime["deps"], next: NodeHandler): NodeHandler =>
  (request, response) => {
    if (response instanceof HttpResponse && wantsJson(request))
      response.replaceBy((status, allow) => {
        if (status === 404) return notFound(deps, incomingOf(request));
        if (status === 405)
          return methodNotAllowed(deps, incomingOf(request), (allow ?? "GET, HEAD").split(/, */));
        return null;
      });
    return next(request, response);
  };
