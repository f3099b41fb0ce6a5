import type { Deps } from "#services/context.ts";
import { providerReturn } from "../http/handlers.ts";
import { addProvider, goThere, paramsOf, type Sent, signInAt } from "../identity/walk.ts";
import { type ScriptedProvider, startScriptedProvider } from "../sign-in/scripted-provider.ts";
import { BASE_URL, createService } from "../world/service.ts";
import {
  ALL_SETTINGS,
  COOKIES,
  crossings,
  type Kind,
  newCheck,
  newWorld,
  offer,
  PLACES,
  renamed,
  type Trial,
} from "./kind.ts";

/** Who gives the answer, and whose address it is brought to: the one that was asked, another of the tenant's, a stranger's. */
const PROVIDERS = ["asked", "sibling", "stranger"] as const;
const ADDRESSES = [...PROVIDERS, "shared"] as const;
/** To a place as it came; or to the main host, and what that hands on to another address at the tenant's host. */
const VIAS = [...PLACES, "moved"] as const;
type By = "query" | "form";

const linkIn = (html: string): string =>
  (/content="0;url=([^"]+)"/.exec(html)?.[1] ?? "").replaceAll("&amp;", "&");

/** Brings an answer to an address. @returns where the browser is sent */
const bring = async (deps: Deps, address: URL, cookie: string | null, by: By): Promise<string> => {
  const headers = { "sec-fetch-site": "same-origin", ...(cookie === null ? {} : { cookie }) };
  const at = BASE_URL + address.pathname;
  const request =
    by === "form"
      ? new Request(at, {
          method: "POST",
          headers,
          body: new URLSearchParams({ answer: address.search.slice(1) }),
        })
      : new Request(at + address.search, { headers });
  const response = await providerReturn(deps, request, paramsOf(address));
  return response.headers.get("location") ?? linkIn(await response.text());
};

const isOnward = (location: string): boolean => location.startsWith("http");

const start = async (): Promise<ScriptedProvider> => {
  const provider = await startScriptedProvider();
  provider.script.idToken = (claims) => ({ ...claims, age_over_18: true });
  return provider;
};

/** Identity providers whose answers come by the address, or after its # and then by a form. */
export const identityProviders = (by: By): Kind => ({
  name: `identity provider, by ${by}`,
  settings: ALL_SETTINGS,
  open: async () => {
    const [asked, sibling, stranger] = [await start(), await start(), await start()];
    const all = { asked, sibling, stranger };
    const service = await createService({ env: { WEBHOOK_ALLOW_LOOPBACK: "true" } });
    const { deps } = service;
    return {
      close: async () => {
        await service.close();
        await Promise.all(Object.values(all).map((provider) => provider.stop()));
      },
      begin: async (setting): Promise<Trial> => {
        const { own, foreign, places } = await newWorld(service);
        const { mode, from } = setting;
        const added = {
          asked: await addProvider(deps, own.id, { issuer: asked.issuer, mode }),
          sibling: await addProvider(deps, own.id, { issuer: sibling.issuer, mode, slug: "second" }),
          stranger: await addProvider(deps, foreign.id, { issuer: stranger.issuer, mode }),
        };
        if (mode === "live") {
          await offer(service, own, ["oidc:eid", "oidc:second"]);
          await offer(service, foreign, ["oidc:eid"]);
        }
        const site = places[from];
        const there = async (slug: string) => {
          const check = await newCheck(service, own, setting);
          return { ...check, sent: await goThere(site, check.secret, slug) };
        };
        const check = await there("eid");
        const [beside, other] = [await there("second"), await there("eid")];
        const away = await newCheck(service, foreign, setting);
        const sentAway = await goThere(places.foreign, away.secret);
        /** That provider's own request, with the state of this check: an answer of its own to a question of ours. */
        const answerOf = async ({ url }: Sent): Promise<URL> => {
          const forged = new URL(url);
          forged.searchParams.set("state", check.sent.state);
          return signInAt({ url: forged }, "adult");
        };
        const answers = {
          asked: await answerOf(check.sent),
          sibling: await answerOf(beside.sent),
          stranger: await answerOf(sentAway),
        };
        const path = (address: (typeof ADDRESSES)[number]): string =>
          address === "shared" ? "/v/idp/callback" : new URL(added[address].redirectUri).pathname;
        const cookies = {
          own: check.sent.cookie,
          other: renamed(check.sent.cookie, other.sent.cookie),
          none: null,
        };
        const tokensAsked = (): number =>
          Object.values(all).reduce((sum, { codes }) => sum + codes.length, 0);
        type Row = {
          provider: (typeof PROVIDERS)[number];
          address: (typeof ADDRESSES)[number];
          via: (typeof VIAS)[number];
          cookie: keyof typeof cookies;
        };
        const act = async ({ provider, address, via, cookie }: Row) => {
          const answer = new URL(answers[provider]);
          if (via === "moved") {
            // As it came, to the provider's own address at the main host; what that hands on is taken to another address.
            const onward = await bring(deps, answer, null, by);
            if (!isOnward(onward)) return;
            const moved = new URL(onward);
            moved.pathname = path(address);
            await bring(places.own, moved, cookies[cookie], "query");
            await bring(places.foreign, moved, cookies[cookie], "query");
            return;
          }
          answer.pathname = path(address);
          const onward = await bring(places[via], answer, cookies[cookie], by);
          if (isOnward(onward)) await bring(site, new URL(onward), cookies[cookie], "query");
        };
        /**
         * Another provider's code, brought in the clear to the address of the one that was asked: it goes to that one's token
         * endpoint and nowhere else, which refuses it (RFC 9700 §4.5).
         */
        const inject = async (row: Row): Promise<void> => {
          const before = asked.codes.length;
          await act(row);
          const [code, ...more] = asked.codes.splice(before);
          if (code !== answers[row.provider].searchParams.get("code") || more.length > 0)
            throw new Error(`not the injected code alone came to the provider that was asked: ${code}`);
        };
        const isInjected = ({ provider, address, via, cookie }: Row): boolean =>
          provider !== "asked" && address === "asked" && cookie === "own" && via === "main";
        // Handed on and left where it was, it is as it was meant.
        const isStraight = ({ provider, address, via, cookie }: Row): boolean =>
          provider === "asked" &&
          address === "asked" &&
          cookie === "own" &&
          (via === "main" || via === "moved");
        const rows = crossings({ provider: PROVIDERS, address: ADDRESSES, via: VIAS, cookie: COOKIES });
        return {
          crossed: rows
            .filter((row) => !isStraight(row))
            .map((row) => ({
              what: Object.values(row).join(" "),
              bring: () => (isInjected(row) ? inject(row) : act(row)),
            })),
          straight: () => act({ provider: "asked", address: "asked", via: "main", cookie: "own" }),
          state: async () => [
            tokensAsked(),
            await check.recorded(),
            await other.recorded(),
            await away.recorded(),
          ],
          isDone: check.isDone,
        };
      },
    };
  },
});
