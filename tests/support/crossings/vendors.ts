import type { VendorKind } from "#core/identity/vendor.ts";
import { addStandIn, call, comeBack, goThere, newsOf, startStandIns } from "../vendors/walk.ts";
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

/** What comes back in the address: this check's reference, another's, this one's without its host, or with a stranger's. */
const REFERENCES = ["own", "other", "bare", "foreign"] as const;

const isOnward = (location: string): boolean => location.startsWith("http");

/** Companies that check identities. What a browser or a callback brings decides nothing, but makes the service ask. */
export const vendors = (kind: VendorKind): Kind => ({
  name: `vendor ${kind}`,
  settings: ALL_SETTINGS,
  open: async () => {
    const standIns = await startStandIns();
    const service = await createService({ env: standIns.env });
    const { deps } = service;
    const close = async () => {
      await service.close();
      await standIns.stop();
    };
    return {
      close,
      begin: async (setting): Promise<Trial> => {
        const { own, foreign, places } = await newWorld(service);
        const { mode, from } = setting;
        const account = await addStandIn(deps, own.id, standIns, { kind, mode });
        const foreignAccount = await addStandIn(deps, foreign.id, standIns, { kind, mode });
        if (mode === "live")
          for (const tenant of [own, foreign]) await offer(service, tenant, [`vendor:${kind}`]);
        const leave = async (tenant: typeof own, site: typeof deps) => {
          const check = await newCheck(service, tenant, setting);
          const { cookie, sessionId } = await goThere(site, check.secret, kind);
          const back = new URL(standIns[kind].finish(sessionId, "adult"), BASE_URL);
          return { ...check, cookie, sessionId, back };
        };
        const check = await leave(own, places[from]);
        const other = await leave(own, places[from]);
        const away = await leave(foreign, places.foreign);
        const refOf = ({ back }: typeof check): string => back.searchParams.get("ref") ?? "";
        const bare = refOf(check).split(".")[0] ?? "";
        const references = {
          own: refOf(check),
          other: refOf(other),
          bare,
          foreign: [bare, ...refOf(away).split(".").slice(1)].join("."),
        };
        const cookies = { own: check.cookie, other: renamed(check.cookie, other.cookie), none: null };
        type Row = {
          reference: (typeof REFERENCES)[number];
          place: (typeof PLACES)[number];
          cookie: (typeof COOKIES)[number];
        };
        const act = async ({ reference, place, cookie }: Row) => {
          const back = new URL(check.back);
          back.searchParams.set("ref", references[reference]);
          const onward = await comeBack(places[place], back.href, cookies[cookie]);
          if (isOnward(onward)) await comeBack(places[from], onward, cookies[cookie]);
        };
        const isStraight = ({ reference, place, cookie }: Row): boolean =>
          cookie === "own" &&
          // A reference is an id: its note only says where to go on.
          (place === from ? reference !== "other" : reference === "own" && place === "main");
        const news = (id: string) => newsOf(standIns, kind, id);
        const rows = crossings({ reference: REFERENCES, place: PLACES, cookie: COOKIES });
        return {
          crossed: [
            ...rows
              .filter((row) => !isStraight(row))
              .map((row) => ({ what: Object.values(row).join(" "), bring: () => act(row) })),
            {
              what: "its news, at a stranger's address",
              bring: () => call(deps, foreignAccount.id, news(check.sessionId)),
            },
            {
              what: "a stranger's news, at its address",
              bring: () => call(deps, account.id, news(away.sessionId)),
            },
          ],
          straight: () => act({ reference: "own", place: "main", cookie: "own" }),
          state: () => Promise.all([check.recorded(), other.recorded(), away.recorded()]),
          isDone: check.isDone,
        };
      },
    };
  },
});
