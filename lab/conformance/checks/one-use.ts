import { openBench } from "../bench.ts";
import { type Check, check } from "../check.ts";
import type { Kind } from "../target.ts";

// OpenID4VP 1.0 §14.1: an answer counts once, in its own transaction, in its own time.

const REPLAY = "OpenID4VP 1.0 §14.1";

const again = (kind: Kind, where: string): Check =>
  check(REPLAY, `${where}: the same answer a second time`, "taken, then refused", async (kit) => {
    const bench = await kit.bench(kind);
    const honest = await bench.honest();
    const first = await bench.ask.send(honest);
    const second = await bench.ask.send(honest);
    return `${first.isTaken ? "taken" : "refused"}, then ${second.isTaken ? "taken" : "refused"}`;
  });

export const oneUseChecks: readonly Check[] = [
  again("eu_link", "EU link"),
  again("signed_link", "signed link"),
  again("dc_api", "browser"),
  again("iso_mdoc", "browser, org-iso-mdoc"),
  check(REPLAY, "EU link: eight answers at the same time", "one taken", async (kit) => {
    const bench = await kit.bench("eu_link");
    const answers = await Promise.all(Array.from({ length: 8 }, () => bench.honest()));
    const replies = await Promise.all(answers.map((answer) => bench.ask.send(answer)));
    const taken = replies.filter(({ isTaken }) => isTaken).length;
    return taken === 1 ? "one taken" : `${taken} taken`;
  }),
  check(REPLAY, "EU link: “yes” after “no” changes nothing", "under", async (kit) => {
    const bench = await kit.bench("eu_link");
    await bench.ask.send(await bench.wrap(await bench.mdoc({ elements: { age_over_18: false } })));
    await bench.ask.send(await bench.honest());
    return bench.verification.state();
  }),
  check(
    REPLAY,
    "EU link: another transaction of a verification that is decided",
    "under, refused",
    async (kit) => {
      const bench = await kit.bench("eu_link");
      const other = await openBench(bench.verification, "eu_link", kit);
      await bench.ask.send(await bench.wrap(await bench.mdoc({ elements: { age_over_18: false } })));
      const late = await other.ask.send(await other.honest());
      return `${await bench.verification.state()}, ${late.isTaken ? "taken" : "refused"}`;
    },
  ),
  check("this kit", "EU link: after five refused answers not even an honest one", "refused", async (kit) => {
    const bench = await kit.bench("eu_link");
    const forged = await bench.wrap(await bench.mdoc({ elements: { age_over_16: true } }));
    for (let attempt = 0; attempt < 5; attempt += 1) await bench.ask.send(forged);
    return (await bench.ask.send(await bench.honest())).isTaken ? "taken" : "refused";
  }),
];
