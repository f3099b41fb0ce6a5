import { diffPolicies } from "./diff.ts";
import { editionIn } from "./pack-edition.ts";
import { applyPack, PACKS, type Pack, type PackChange } from "./packs.ts";
import { type Policy, placeOf } from "./policy.ts";

/** `version`: the number of the newest one that adopted the pack. */
export type PackNews = { pack: Pack; version: number; changes: readonly PackChange[] };

type Adopting = { number: number; packIds: readonly string[] };

/**
 * The packs that have changed since the tenant adopted them, where that would change a rule that its policy has now. The
 * policy itself stays as it is.
 * @param versions newest first
 * @param known the methods of this deployment
 */
export const packNews = (
  versions: readonly Adopting[],
  policy: Policy,
  known: ReadonlySet<string>,
): PackNews[] =>
  PACKS.flatMap((pack) => {
    const [newest] = versions.flatMap(({ number, packIds }) =>
      packIds.map(editionIn).flatMap(({ id, asOf }) => (id === pack.id ? [{ number, asOf }] : [])),
    );
    const places = pack.rules.map(placeOf);
    if (!newest || !policy.regions.some((rule) => places.includes(placeOf(rule)))) return [];
    const changes = pack.changes.filter(({ on }) => on > newest.asOf);
    const isSame = diffPolicies(policy, applyPack(policy, pack, known)).length === 0;
    return changes.length === 0 || isSame ? [] : [{ pack, version: newest.number, changes }];
  });
