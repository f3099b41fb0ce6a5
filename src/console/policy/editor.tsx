"use client";
import { clsx } from "clsx";
import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useCountries, usePlaceName } from "#console/words/place-names.ts";
import type { Lint } from "#core/policy/lints.ts";
import type { Supplies } from "#core/policy/offer.ts";
import { isPlace, placeName } from "#core/policy/places.ts";
import { DEFAULT_PLACE, type Place, type Policy, placeOf, ruleAt, rulesOf } from "#core/policy/policy.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { SelectField, TextField } from "#kit/fields.tsx";
import { Card } from "#kit/page-layout.tsx";
import { type Draft, type DraftRule, keyOf, newRule, withMethod } from "./draft.ts";
import { LintList } from "./findings.tsx";
import { RuleForm } from "./rule-form.tsx";

type AddPlaceProps = { taken: readonly string[]; onAdd: (place: Place) => void };

const AddPlace = ({ taken, onAdd }: AddPlaceProps) => {
  const [country, setCountry] = useState("");
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const region = typed.trim().toUpperCase();
  const place: Place = { country, ...(region !== "" && { region }) };
  const fault = (): string | undefined => {
    if (country === "") return "Choose a country.";
    if (!isPlace(place)) return `Enter a part of ${placeName(country)} by its code, such as ${country}-NY.`;
    return taken.includes(placeOf(place)) ? `${placeName(placeOf(place))} already has a rule.` : undefined;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = fault();
    setError(found);
    if (found !== undefined) return;
    onAdd(place);
    setCountry("");
    setTyped("");
  };
  return (
    <form aria-label="Add a place" onSubmit={submit} className="grid gap-3 border-t px-4 py-3">
      <SelectField
        label="Country"
        value={country}
        options={useCountries()}
        error={country === "" ? error : undefined}
        onChange={setCountry}
      />
      <TextField
        label="Part of it (optional)"
        hint="The code of ISO 3166-2, such as US-NY. Its rule comes before the country’s."
        value={typed}
        error={country === "" ? undefined : error}
        maxLength={6}
        autoComplete="off"
        spellCheck={false}
        onChange={setTyped}
      />
      <Button type="submit">
        <Plus size={15} aria-hidden="true" />
        Add place
      </Button>
    </form>
  );
};

type Props = {
  draft: Draft;
  policy: Policy;
  lints: readonly Lint[];
  supplies: Supplies;
  isStill: boolean;
  /** The place whose rule is being edited. */
  wanted: string;
  onWanted: (place: string) => void;
  onChange: (draft: Draft) => void;
};

const elsewhere = (policy: Policy, key: string) =>
  key === DEFAULT_PLACE ? null : (rulesOf(policy)[0] ?? null);

/** The rules by place, the one being edited, and the faults of all of them. */
export const Editor = ({ draft, policy, lints, supplies, isStill, wanted, onWanted, onChange }: Props) => {
  const nameOf = usePlaceName();
  const rule = draft.rules.find((one) => keyOf(one) === wanted) ?? draft.rules[0];
  const base = draft.rules[0];
  if (!rule || !base) return null;
  const key = keyOf(rule);
  const setRules = (rules: readonly DraftRule[]): void => onChange({ ...draft, rules });
  const add = (place: Place): void => {
    setRules([...draft.rules, newRule(place)]);
    onWanted(placeOf(place));
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[14rem_minmax(0,1fr)_20rem]">
      <Card title="Places" isFlush>
        <ul aria-label="Places" className="max-h-96 overflow-y-auto border-t p-1.5">
          {draft.rules.map((one) => {
            const its = lints.filter(({ place }) => place === keyOf(one));
            const isBlocked = its.some(({ level }) => level === "block");
            return (
              <li key={keyOf(one)}>
                <button
                  type="button"
                  aria-current={keyOf(one) === key ? "true" : undefined}
                  onClick={() => onWanted(keyOf(one))}
                  className={clsx(
                    "focus-inset flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 text-left text-sm hover:bg-hover pointer-coarse:min-h-11",
                    keyOf(one) === key ? "bg-neutral-soft font-medium" : "text-soft",
                  )}
                >
                  <span className="min-w-0 grow wrap-anywhere">{nameOf(keyOf(one))}</span>
                  {its.length > 0 && (
                    <Badge tone={isBlocked ? "danger" : "warn"}>
                      {its.length}
                      <span className="sr-only"> {its.length === 1 ? "finding" : "findings"}</span>
                    </Badge>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        {!isStill && <AddPlace taken={draft.rules.map(keyOf)} onAdd={add} />}
      </Card>
      <Card
        title={nameOf(key)}
        about={
          rule.place
            ? "Empty fields use the default rule."
            : "Applies wherever no other place has a rule, and fills in what a place leaves empty."
        }
        actions={
          rule.place &&
          !isStill && (
            <Button
              look="ghost"
              size="sm"
              onClick={() => {
                setRules(draft.rules.filter((one) => one !== rule));
                onWanted(DEFAULT_PLACE);
              }}
            >
              <Trash2 size={14} aria-hidden="true" />
              Remove this place
            </Button>
          )
        }
      >
        <RuleForm
          key={key}
          rule={rule}
          base={base}
          effective={ruleAt(policy, key)}
          inherited={elsewhere(policy, key)}
          supplies={supplies}
          isStill={isStill}
          onChange={(change) =>
            setRules(draft.rules.map((one) => (one === rule ? { ...one, ...change } : one)))
          }
        />
      </Card>
      <Card
        title="Findings"
        about="Blocking issues must be fixed. You accept warnings when you publish."
        isFlush
        className="lg:col-start-2 xl:sticky xl:top-6 xl:col-start-3"
      >
        <LintList
          lints={lints}
          onAdd={isStill ? undefined : (places, method) => onChange(withMethod(draft, places, method))}
        />
      </Card>
    </div>
  );
};
