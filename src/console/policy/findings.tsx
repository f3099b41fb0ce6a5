"use client";
import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { byName, usePlaceName } from "#console/words/place-names.ts";
import { methodName } from "#console/words/words.ts";
import { diffPolicies, type PolicyChange } from "#core/policy/diff.ts";
import type { Lint } from "#core/policy/lints.ts";
import { DEFAULT_PLACE, type Policy } from "#core/policy/policy.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { LongText } from "#kit/page-layout.tsx";
import type { Addable } from "./draft.ts";

/** Its key is that of its row too: two groups with one key would leave a row behind when its group is gone. */
type Grouped<Item> = { key: string; item: Item; places: string[] };

/** A finding that several places share is shown once: a pack of 27 countries then has few. */
const byPlaces = <Item extends { place: string }>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Grouped<Item>[] => {
  const groups = new Map<string, Grouped<Item>>();
  for (const item of items) {
    const key = keyOf(item);
    const found = groups.get(key);
    if (found) found.places.push(item.place);
    else groups.set(key, { key, item, places: [item.place] });
  }
  return [...groups.values()];
};

const MANY = 3;

export const Places = ({ places }: { places: readonly string[] }) => {
  const nameOf = usePlaceName();
  return (
    <p className="text-xs text-soft">
      {places.length > MANY && <span>{places.length} places: </span>}
      <LongText text={places.map(nameOf).sort(byName).join("; ")} />
    </p>
  );
};

const LEVELS = { block: "Blocks", warn: "Warning" } as const;

export const LevelBadge = ({ level }: { level: Lint["level"] }) => (
  <Badge tone={level === "block" ? "danger" : "warn"}>{LEVELS[level]}</Badge>
);

/** Blocking findings come first. */
export const groupedLints = (lints: readonly Lint[]): Grouped<Lint>[] =>
  byPlaces(lints, ({ code, level, message }) => `${code} ${level} ${message}`).sort(
    (a, b) => Number(a.item.level === "warn") - Number(b.item.level === "warn"),
  );

type AdditionsProps = { add: NonNullable<Lint["add"]>; onAdd: (method: Addable) => void };

/** What would answer a finding, as buttons. */
const Additions = ({ add: { use, methods }, onAdd }: AdditionsProps) => (
  <span className="mt-1 flex flex-wrap gap-2">
    {methods.map((id) => (
      <Button key={id} size="sm" onClick={() => onAdd({ id, use })}>
        <Plus size={14} aria-hidden="true" />
        Add {methodName(id)}
        {use === "appeal" && " for appeals"}
      </Button>
    ))}
  </span>
);

type LintListProps = {
  lints: readonly Lint[];
  /** Adds a method to the rules of these places; undefined: the draft cannot be changed. */
  onAdd?: ((places: readonly string[], method: Addable) => void) | undefined;
};

/** The faults of a draft, updated as it is typed. */
export const LintList = ({ lints, onAdd }: LintListProps) => {
  const sum = useRef<HTMLParagraphElement>(null);
  const groups = groupedLints(lints);
  const blocking = groups.filter(({ item }) => item.level === "block").length;
  const words = `${blocking} blocking, ${groups.length - blocking} to accept`;
  return (
    <>
      <p ref={sum} tabIndex={-1} role="status" className="px-4 pb-3 text-sm text-soft outline-none!">
        {groups.length === 0 ? "No problems found: everyone has at least one method." : words}
      </p>
      {groups.length > 0 && (
        <ul aria-label="Findings" className="divide-y border-t">
          {groups.map(({ key, item, places }) => (
            <li key={key} className="grid gap-1 px-4 py-3">
              <span className="flex flex-wrap items-center gap-2">
                <LevelBadge level={item.level} />
                <code className="text-xs text-soft wrap-anywhere">{item.code}</code>
              </span>
              <p className="text-sm wrap-anywhere">{item.message}</p>
              <Places places={places} />
              {onAdd && item.add && (
                <Additions
                  add={item.add}
                  onAdd={(method) => {
                    onAdd(places, method);
                    // The finding and its buttons may be gone, so the next key press continues from here.
                    sum.current?.focus();
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

type SideProps = { name: string; text: string | null; places: readonly string[]; isOld?: boolean };

const Side = ({ name, text, places, isOld = false }: SideProps) => (
  <span className="flex min-w-0 gap-2">
    <span className="w-12 shrink-0 text-xs leading-5 text-soft">{name}</span>
    <span className={clsx("min-w-0 wrap-anywhere", text === null && "text-soft", isOld && "text-soft")}>
      {text ?? (places.includes(DEFAULT_PLACE) ? "not set" : "same as the default rule")}
    </span>
  </span>
);

const changeKey = ({ place, field, before, after }: PolicyChange): string =>
  // An unset value reads differently in the default rule than in a place's.
  JSON.stringify([place === DEFAULT_PLACE, field, before, after]);

/** Beside it, everything that a policy says is a change. */
export const NO_POLICY: Policy = { default: { methods: [] }, regions: [] };

/** Everything that a policy says, in words. */
export const Contents = ({ policy }: { policy: Policy }) => {
  const groups = byPlaces(diffPolicies(NO_POLICY, policy, methodName), changeKey);
  return (
    <ul aria-label="Contents" className="divide-y rounded-md border">
      {groups.map(({ key, item, places }) => (
        <li key={key} className="grid gap-1 px-3 py-2.5 text-sm">
          <span className="font-medium">{item.field}</span>
          <Places places={places} />
          <span className="wrap-anywhere">{item.after}</span>
        </li>
      ))}
    </ul>
  );
};

type ChangesProps = {
  before: Policy;
  after: Policy;
  /** Every line at once, where the page itself scrolls. */
  isWhole?: boolean;
};

/** The changes from one policy to another, in words. */
export const Changes = ({ before, after, isWhole = false }: ChangesProps) => {
  const groups = byPlaces(diffPolicies(before, after, methodName), changeKey);
  if (groups.length === 0) return <p className="text-sm text-soft">No differences.</p>;
  return (
    <section
      aria-label="Changes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard (WCAG 2.2 §2.1.1)
      tabIndex={0}
      className={clsx(
        "focus-inset rounded-md border",
        !isWhole && "max-h-[min(24rem,32dvh)] overflow-y-auto",
      )}
    >
      <ul className="divide-y">
        {groups.map(({ key, item, places }) => (
          <li key={key} className="grid gap-1 px-3 py-2.5 text-sm">
            <span className="font-medium">{item.field}</span>
            <Places places={places} />
            <Side name="Before" text={item.before} places={places} isOld />
            <Side name="After" text={item.after} places={places} />
          </li>
        ))}
      </ul>
    </section>
  );
};
