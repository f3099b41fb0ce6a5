import type { Bench } from "./bench.ts";
import type { Forgery } from "./forge/forge-mdoc.ts";
import type { Kit } from "./kit.ts";
import type { Answer, Kind, State } from "./target.ts";

/** One line of the table. */
export type Check = {
  /** The clause that asks for it. */
  spec: string;
  name: string;
  /** What has to be got; alternatives are separated by " or ". */
  expected: string;
  /** @returns what was got. @throws NotOffered */
  run(kit: Kit): Promise<string>;
};

/** A check from its parts. */
export const check = (spec: string, name: string, expected: string, run: Check["run"]): Check => ({
  spec,
  name,
  expected,
  run,
});

/**
 * An answer that has to be refused, and to change nothing: the honest answer after it, made in the same way but for the
 * one change, still has to be taken. So nothing but that change was the reason.
 */
export const refused = (
  spec: string,
  name: string,
  kind: Kind,
  forge: (bench: Bench, kit: Kit) => Answer | Promise<Answer>,
  honest: (bench: Bench) => Promise<Answer> = (bench) => bench.honest(),
): Check =>
  check(spec, name, "refused", async (kit) => {
    const bench = await kit.bench(kind);
    const reply = await bench.ask.send(await forge(bench, kit));
    const state = await bench.verification.state();
    if (state !== "open") return `accepted: ${state}`;
    if (reply.isTaken) return "taken, but nothing decided";
    await bench.ask.send(await honest(bench));
    const after = await bench.verification.state();
    return after === "over" ? "refused" : `refused, but then the honest one: ${after}`;
  });

/** What is changed before the next step signs or hashes it: always the same, or made from the transaction. */
export type Change<Forged> =
  | Partial<Forged>
  | ((bench: Bench, kit: Kit) => Partial<Forged> | Promise<Partial<Forged>>);

export const changeOf = <Forged>(change: Change<Forged>, bench: Bench, kit: Kit) =>
  typeof change === "function" ? change(bench, kit) : change;

/** A proof of age of which one thing is changed. */
export const forgedMdoc = (
  spec: string,
  name: string,
  change: Change<Forgery>,
  kind: Kind = "eu_link",
): Check =>
  refused(spec, name, kind, async (bench, kit) =>
    bench.wrap(await bench.mdoc(await changeOf(change, bench, kit))),
  );

/** An answer that has to be taken, and what it proves. */
export const accepted = (
  spec: string,
  name: string,
  kind: Kind,
  expected: State,
  answer: (bench: Bench, kit: Kit) => Promise<Answer>,
  options: { minimumAge?: number } = {},
): Check =>
  check(spec, name, expected, async (kit) => {
    const bench = await kit.bench(kind, options);
    const reply = await bench.ask.send(await answer(bench, kit));
    const state = await bench.verification.state();
    return reply.isTaken || state !== "open" ? state : "refused";
  });
