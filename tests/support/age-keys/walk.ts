import { z } from "zod";
import { type AtSite, ownKey, pageKey } from "../http/handlers.ts";
import { BASE_URL } from "../world/service.ts";
import { type Authenticator, type Lie, newAuthenticator } from "./authenticator.ts";

const answer = z.looseObject({
  code: z.string().optional(),
  options: z
    .looseObject({
      challenge: z.string(),
      rpId: z.string().optional(),
      rp: z.looseObject({ id: z.string() }).optional(),
    })
    .optional(),
  receipt: z.string().optional(),
  salt: z.string().optional(),
});

/** As browsers send it: of the main site, or of a tenant's host. */
const headersOf = ({ site }: Pick<AtSite, "site">) => ({
  accept: "application/json",
  origin: site?.origin ?? BASE_URL,
});

const read = async (response: Response) => ({
  http: response.status,
  ...answer.parse(await response.json()),
});

/** A script of the hosted page. */
export const atPage = async (deps: AtSite, secret: string, step: string, body = "", headers: object = {}) => {
  const request = new Request(`${BASE_URL}/v/${secret}/key/${step}`, {
    method: "POST",
    body,
    headers: { ...headersOf(deps), ...headers },
  });
  return read(await pageKey(deps, request, { secret, step }));
};

/** A script of /key. */
export const atKey = async (deps: AtSite, step: string, body = "") => {
  const request = new Request(`${BASE_URL}/key/${step}`, { method: "POST", body, headers: headersOf(deps) });
  return read(await ownKey(deps, request, { step }));
};

const asked = ({ options, ...rest }: Awaited<ReturnType<typeof atPage>>) => {
  if (!options) throw new Error(`no question: ${JSON.stringify(rest)}`);
  return options;
};

/** The person presses "remember". @returns the answer, and the passkey */
export const remember = async (
  deps: AtSite,
  secret: string,
  {
    lie,
    device = newAuthenticator(deps.site?.origin ?? BASE_URL),
  }: { lie?: Lie; device?: Authenticator } = {},
) => {
  const options = asked(await atPage(deps, secret, "offer"));
  return { device, kept: await atPage(deps, secret, "keep", device.create(options, lie)) };
};

/** The person comes back and shows the key. */
export const show = async (deps: AtSite, secret: string, device: Authenticator, lie?: Lie) =>
  atPage(deps, secret, "use", device.get(asked(await atPage(deps, secret, "ask")), lie));

/** The person looks at the key, or deletes it. */
export const own = async (deps: AtSite, step: "look" | "delete", device: Authenticator, lie?: Lie) =>
  atKey(deps, step, device.get(asked(await atKey(deps, "ask")), lie));
