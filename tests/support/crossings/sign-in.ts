import { ConsoleBrowser } from "../console/browser.ts";
import { startScriptedProvider } from "../sign-in/scripted-provider.ts";
import { BASE_URL, createService } from "../world/service.ts";
import { COOKIES, crossings, type Kind, type Trial } from "./kind.ts";

const OF = ["own", "other", "none"] as const;
const WAYS = ["query", "form"] as const;

/** The console's sign-in, which is at the main host alone. */
export const consoleSignIn: Kind = {
  name: "console sign-in",
  settings: [{ mode: "live", from: "main" }],
  open: async () => {
    const provider = await startScriptedProvider();
    const service = await createService({ env: provider.env });
    const { deps } = service;
    const sessions = () => deps.db.orm.consoleSession.count();
    return {
      close: async () => {
        await service.close();
        await provider.stop();
      },
      begin: async (): Promise<Trial> => {
        const leave = async (subject: string) => {
          const browser = new ConsoleBrowser(deps);
          const { csrfToken } = await (await browser.request("/api/auth/csrf")).json();
          const { url } = await browser.form("/api/auth/signin/oidc", { csrfToken, callbackUrl: "/console" });
          const response = await fetch(url, {
            method: "POST",
            body: new URLSearchParams({ subject }),
            redirect: "manual",
          });
          const back = new URL(response.headers.get("location") ?? "");
          return { cookies: new Map(browser.cookies), back };
        };
        const all = { own: await leave("ada"), other: await leave("ben") };
        // A provider takes each code once, refused or not.
        const untouched = await leave("cyd");
        const before = await sessions();
        type Row = {
          state: (typeof OF)[number];
          code: (typeof OF)[number];
          cookie: (typeof COOKIES)[number];
          way: (typeof WAYS)[number];
        };
        const act = async ({ state, code, cookie, way }: Row) => {
          const browser = new ConsoleBrowser(deps);
          if (cookie !== "none")
            for (const [name, value] of all[cookie].cookies) browser.cookies.set(name, value);
          const query = new URLSearchParams();
          if (state !== "none") query.set("state", all[state].back.searchParams.get("state") ?? "");
          if (code !== "none") query.set("code", all[code].back.searchParams.get("code") ?? "");
          const { pathname } = all.own.back;
          if (way === "query") await browser.follow(`${pathname}?${query}`);
          else await browser.formOfOtherSite(BASE_URL + pathname, Object.fromEntries(query));
        };
        const isStraight = ({ state, code, cookie }: Row): boolean =>
          state === code && state === cookie && state !== "none";
        /** In the right browser, a code that is not its own goes to the one provider there is, which refuses it. */
        const isInjected = ({ state, code, cookie }: Row): boolean =>
          state === cookie && state !== "none" && code !== state && code !== "none";
        const rows = crossings({ state: OF, code: OF, cookie: COOKIES, way: WAYS });
        return {
          crossed: rows
            .filter((row) => !isStraight(row))
            .map((row) => ({
              what: Object.values(row).join(" "),
              bring: async () => {
                const asked = provider.codes.length;
                await act(row);
                if (isInjected(row)) provider.codes.splice(asked);
              },
            })),
          straight: () => {
            Object.assign(all, { own: untouched });
            return act({ state: "own", code: "own", cookie: "own", way: "query" });
          },
          state: async () => [provider.codes.length, await sessions()],
          isDone: async () => (await sessions()) === before + 1,
        };
      },
    };
  },
};
