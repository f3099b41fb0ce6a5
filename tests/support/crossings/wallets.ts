import { systemCtx } from "#runtime/runtime.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { EU_AGE_VERIFICATION } from "../../../packages/wallet-verifier/src/credential-type.ts";
import { NOW, pemOf } from "../wallet/authority.ts";
import { answerTo, ask, comeBack, post } from "../wallet/hosted-wallet.ts";
import { issueMdoc } from "../wallet/mdoc-wallet.ts";
import { createWorld } from "../wallet/world.ts";
import { testClock } from "../world/clock.ts";
import { createService } from "../world/service.ts";
import { crossings, type Kind, newCheck, newWorld, offer, PLACES, SITES, type Trial } from "./kind.ts";

const OF = ["own", "other", "none"] as const;

/** A link to a wallet, whose answer waits for the browser that asked for it. Test mode asks no real wallet. */
export const walletLinks: Kind = {
  name: "link to a wallet",
  settings: crossings({ mode: ["live"], from: SITES }),
  open: async () => {
    const world = await createWorld();
    const clock = testClock(NOW);
    const wallet = { types: [EU_AGE_VERIFICATION], requestSigner: world.requestSigner, demoUrl: null };
    const service = await createService({ overrides: { now: clock.now, wallet } });
    const { deps } = service;
    await importTrustAnchors(systemCtx(deps), {
      format: "pem",
      content: pemOf(world.authority.der),
      credentialTypes: [EU_AGE_VERIFICATION.type],
      eku: null,
      label: "Utopia",
    });
    const mdoc = await issueMdoc({
      docType: EU_AGE_VERIFICATION.type,
      nameSpace: EU_AGE_VERIFICATION.nameSpace,
      elements: { age_over_16: true, age_over_18: true },
      signer: world.signer,
    });
    return {
      close: () => service.close(),
      begin: async (setting): Promise<Trial> => {
        const { own, foreign, places } = await newWorld(service);
        await offer(service, own, ["wallet"]);
        await offer(service, foreign, ["wallet"]);
        const leave = async () => {
          const check = await newCheck(service, own, setting);
          const asked = await ask(places[setting.from], check.secret, { channel: "link", app: "eu" });
          const { body } = await post(deps, asked.transactionId, await answerTo(deps, asked, { mdoc }));
          return {
            ...check,
            id: asked.transactionId,
            cookie: asked.cookie ?? "",
            back: new URL(String(body.redirect_uri)),
          };
        };
        const all = { own: await leave(), other: await leave() };
        type Row = {
          id: keyof typeof all;
          code: (typeof OF)[number];
          cookie: (typeof OF)[number];
          place: keyof typeof places;
        };
        const act = ({ id, code, cookie, place }: Row) => {
          const back = new URL(all[id].back);
          const [name] = all[id].cookie.split("=");
          if (code === "none") back.searchParams.delete("response_code");
          else back.searchParams.set("response_code", all[code].back.searchParams.get("response_code") ?? "");
          const value = cookie === "none" ? null : `${name}=${all[cookie].cookie.split("=")[1]}`;
          return comeBack(places[place], back.href, value);
        };
        const isStraight = ({ id, code, cookie, place }: Row): boolean =>
          id === code && id === cookie && place === setting.from;
        const rows = crossings({ id: ["own", "other"], code: OF, cookie: OF, place: PLACES });
        return {
          crossed: rows
            .filter((row) => !isStraight(row))
            .map((row) => ({ what: Object.values(row).join(" "), bring: () => act(row) })),
          straight: () => act({ id: "own", code: "own", cookie: "own", place: setting.from }),
          state: () => Promise.all([all.own.recorded(), all.other.recorded()]),
          isDone: all.own.isDone,
        };
      },
    };
  },
};
