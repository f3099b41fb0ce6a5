import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { Deps } from "#services/context.ts";
import { startHandoff } from "#services/hosted/handoff.ts";
import { handoffAccept } from "../http/handlers.ts";
import { asEndUser, openPage } from "../http/hosted.ts";
import { BASE_URL, createService } from "../world/service.ts";
import { ALL_SETTINGS, crossings, type Kind, newCheck, newWorld, PLACES, type Trial } from "./kind.ts";

const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

const CODES = ["own", "altered", "short", "secret", "none"] as const;

/** What a phone's camera reads off the screen. */
const codeOnScreen = async (deps: Deps, secret: string): Promise<string> => {
  const picture = (await openPage(deps, secret))?.handoff?.picture ?? "";
  const svg = decodeURIComponent(picture.replace("data:image/svg+xml,", ""));
  const png = await sharp(Buffer.from(svg)).resize(600).png().toBuffer();
  const [found] = await readBarcodes(new Uint8Array(png), { formats: ["QRCode"] });
  return found?.text.split("/c/")[1] ?? "";
};

let addresses = 0;

/** A code for a phone: for one phone, at the sites of the tenant. */
export const handOffs: Kind = {
  name: "hand-off to a phone",
  settings: ALL_SETTINGS,
  open: async () => {
    const service = await createService();
    return {
      close: () => service.close(),
      begin: async (setting): Promise<Trial> => {
        const { own, places } = await newWorld(service);
        const site = places[setting.from];
        const check = await newCheck(service, own, setting);
        await startHandoff(asEndUser(site), check.secret);
        const code = await codeOnScreen(site, check.secret);
        const last = code.at(-1) === "A" ? "B" : "A";
        const codes = {
          own: code,
          altered: code.slice(0, -1) + last,
          short: code.slice(0, -1),
          secret: check.secret,
          none: "",
        };
        type Row = { code: (typeof CODES)[number]; place: (typeof PLACES)[number] };
        const act = async ({ code: which, place }: Row): Promise<string> => {
          addresses += 1;
          const headers = { "x-forwarded-for": `198.51.100.${addresses % 250}` };
          const request = new Request(`${BASE_URL}/c/${codes[which]}/open`, { method: "POST", headers });
          const response = await handoffAccept(places[place], request, { code: codes[which] });
          return response.headers.get("location") ?? "";
        };
        let phone = "";
        const rows = crossings({ code: CODES, place: PLACES });
        return {
          crossed: rows
            .filter(({ code: which, place }) => which !== "own" || place === "foreign")
            .map((row) => ({ what: Object.values(row).join(" "), bring: () => act(row) })),
          straight: async () => {
            phone = await act({ code: "own", place: setting.from });
          },
          state: check.recorded,
          // A page for this phone, and none for the next one.
          isDone: async () =>
            /^\/v\/vs_/.test(phone) && !/^\/v\/vs_/.test(await act({ code: "own", place: setting.from })),
        };
      },
    };
  },
};
