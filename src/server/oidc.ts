import type { IncomingMessage, ServerResponse } from "node:http";
import { answerCall } from "#http/oidc/calls.ts";
import { createProviders } from "#http/oidc/provider.ts";
import type { Runtime } from "#runtime/runtime.ts";
import { incomingOf } from "./rest.ts";

// The OpenID Provider, which Next cannot serve: it is a program for node:http. A deployment on Next alone has none.

const ADDRESS = /^\/oidc(\/test)?(\/[^?]*)?(?:\?|$)/;

/**
 * What the provider builds addresses from: the public address, whatever a proxy or a client says it is.
 * @returns the request with its address below the issuer's
 */
const below = (request: IncomingMessage, publicUrl: URL, base: string): IncomingMessage => {
  request.headers.host = publicUrl.host;
  request.headers["x-forwarded-host"] = publicUrl.host;
  request.headers["x-forwarded-proto"] = publicUrl.protocol.slice(0, -1);
  // The provider reads `baseUrl`, as Express names it.
  return Object.assign(request, { baseUrl: publicUrl.pathname.replace(/\/$/, "") + base });
};

/**
 * Answers requests of the OpenID Provider.
 * @returns null: the address is not the provider's
 */
export const createOidc = (deps: Runtime["deps"]) => {
  const providerOf = createProviders(deps);
  const publicUrl = new URL(deps.settings.publicUrl);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | null => {
    const { url = "/" } = request;
    const [matched, test, path = ""] = ADDRESS.exec(url) ?? [];
    if (matched === undefined) return null;
    const mode = test === undefined ? "live" : "test";
    const base = `/oidc${test ?? ""}`;
    const answer = async (): Promise<void> => {
      const provider = await providerOf(mode);
      const incoming = incomingOf(request);
      const here = below(request, publicUrl, base);
      here.url = url.slice(base.length) || "/";
      await answerCall(deps, incoming, response, { issuer: base, path }, () =>
        provider.callback()(here, response),
      );
    };
    return answer();
  };
};
