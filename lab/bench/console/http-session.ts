// A browser as far as signing in and loading pages need one: cookies by host, redirects and forms.

type Jar = Map<string, string>;

const keep = (jar: Jar, response: Response): void => {
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
};

/** Signs in at the console, through the demo provider's page, as one of its people. */
export const signInOverHttp = async (baseUrl: string, subject: string) => {
  const jars = new Map<string, Jar>();
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map();
    jars.set(host, jar);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const ask = (): Promise<Response> => fetch(url, { ...init, headers, redirect: "manual" });
    // A kept connection may close in the moment that it is used again (RFC 9112 §9.3.1): once more, on a new one.
    const response = await ask().catch(ask);
    keep(jar, response);
    return response;
  };
  const follow = async (url: string, init?: RequestInit): Promise<string> => {
    const response = await send(url, init);
    await response.arrayBuffer();
    const location = response.headers.get("location");
    return location === null ? url : follow(new URL(location, url).href);
  };
  const form = (url: string, fields: Record<string, string>): Promise<string> =>
    follow(url, { method: "POST", body: new URLSearchParams(fields) });

  const { csrfToken } = await (await send(`${baseUrl}/api/auth/csrf`)).json();
  const atProvider = await form(`${baseUrl}/api/auth/signin/oidc`, { csrfToken, callbackUrl: "/console" });
  await form(atProvider, { subject });
  return {
    /** The page's text once all of it has come. @throws when it is no 200 */
    page: async (path: string): Promise<string> => {
      const response = await send(baseUrl + path);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      return text;
    },
    /** Has the bearer renewed where it is due, as an open page does. */
    renew: async (): Promise<void> => {
      const headers = { "sec-fetch-site": "same-origin" };
      const { status } = await send(`${baseUrl}/api/console/token`, { method: "POST", headers });
      if (status !== 200) throw new Error(`the session cannot be renewed: ${status}`);
    },
  };
};
