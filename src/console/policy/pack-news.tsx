"use client";
import { packNews } from "#core/policy/pack-news.ts";
import type { Policy } from "#core/policy/policy.ts";
import { Button } from "#kit/button.tsx";
import { Notice } from "#kit/states.tsx";
import type { Version } from "./draft.ts";

type Props = {
  /** Newest first. */
  versions: readonly Version[];
  /** The policy in force. */
  policy: Policy;
  known: readonly string[];
  /** Leads to the packs; omitted: they are shown below. */
  onLook?: (() => void) | undefined;
};

/** The packs that have changed since the policy adopted them, what changed and why. */
export const PackNewsNotices = ({ versions, policy, known, onLook }: Props) => (
  <>
    {packNews(versions, policy, new Set(known)).map(({ pack, version, changes }) => (
      <Notice key={pack.id} tone="warn">
        <p className="font-medium">
          The pack {pack.title} has changed since version {version} adopted it. Your policy stays as it is.
          Accepting replaces your rules for these places.
        </p>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {changes.map(({ on, what, why }) => (
            <li key={`${on} ${what}`}>
              {what} {why}
            </li>
          ))}
        </ul>
        {onLook && (
          <p className="mt-2">
            <Button size="sm" onClick={onLook}>
              See the packs<span className="sr-only">: {pack.title}</span>
            </Button>
          </p>
        )}
      </Notice>
    ))}
  </>
);
