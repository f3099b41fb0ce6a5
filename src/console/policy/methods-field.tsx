"use client";
import { methodName } from "#console/words/words.ts";
import type { MethodTraits } from "#core/policy/method-id.ts";
import type { Supplies } from "#core/policy/offer.ts";
import { POLICY } from "#core/policy/policy.ts";
import { type Binding, bindingOf } from "#core/policy/proof-kind.ts";
import { Checkbox } from "#kit/choices.tsx";
import { Select, TextInput } from "#kit/fields.tsx";
import { MoveButtons } from "#kit/move-buttons.tsx";
import { type DraftMethod, faultOf } from "./draft.ts";

type Use = DraftMethod["use"];

const USES: readonly { value: Use; label: string }[] = [
  { value: "offer", label: "From the start" },
  { value: "fallback", label: "After the others’ tries are used up" },
  { value: "off", label: "Never" },
];

const NEEDS = { camera: "a camera", phone: "a smartphone", identity_document: "an ID document" } as const;
const LIST = new Intl.ListFormat("en-GB");

/** What ties the person to the proof: lists of regulators ask for it. */
const BOUND: Readonly<Record<Binding, string>> = {
  nothing: "Does not show that the proof is the person’s.",
  face: "Looks at the person’s face.",
  device_key: "Tied to a key on the person’s device.",
  sign_in: "Tied to the person’s sign-in.",
  in_person: "Staff saw the person.",
};

/** What a method asks of a person and what it shows about them, in a few words. */
const needsText = (traits: MethodTraits | undefined): string => {
  if (!traits) return "This service does not offer this method.";
  const needs = traits.needs.map((need) => NEEDS[need]);
  const ages =
    traits.answers === null ? "" : ` Certain to answer ${LIST.format(traits.answers.map(String))} only.`;
  const needed = needs.length === 0 ? "No device needed." : `Needs ${LIST.format(needs)}.`;
  // During an upgrade an older process may not say the kind.
  return `${[needed, BOUND[bindingOf(traits.proofKind)]].join(" ")}${ages}`;
};

type Props = {
  methods: readonly DraftMethod[];
  supplies: Supplies;
  /** How often a method can be tried if nothing is typed. */
  attemptsInAll: number;
  isStill: boolean;
  onChange: (methods: DraftMethod[]) => void;
};

/**
 * A rule's methods in order: when each is shown, how often it can be tried, and whether it serves appeals.
 */
export const MethodsField = ({ methods, supplies, attemptsInAll, isStill, onChange }: Props) => {
  const set = (id: string, change: Partial<DraftMethod>): void =>
    onChange(methods.map((method) => (method.id === id ? { ...method, ...change } : method)));
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Methods, in the order people see them</legend>
      <ol className="divide-y rounded-md border">
        {methods.map(({ id, use, attempts, isForAppeals }, index) => {
          const name = methodName(id);
          const fault = faultOf(attempts, POLICY.attempts);
          return (
            <li key={id} className="grid gap-2 px-3 py-2.5">
              <div className="flex items-start gap-2">
                <div className="min-w-0 grow">
                  <p className="text-sm font-medium wrap-anywhere">{name}</p>
                  <p className="text-xs text-soft">{needsText(supplies.get(id))}</p>
                </div>
                {!isStill && <MoveButtons name={name} items={methods} index={index} onChange={onChange} />}
              </div>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Select
                  aria-label={`When ${name} is shown`}
                  className="w-full sm:w-60"
                  value={use}
                  options={USES}
                  onChange={(event) =>
                    set(id, { use: USES.find(({ value }) => value === event.target.value)?.value ?? "off" })
                  }
                />
                {use !== "off" && (
                  <span className="flex items-center gap-2 text-sm">
                    <span aria-hidden="true">Tries</span>
                    <TextInput
                      aria-label={`Tries of ${name}`}
                      aria-invalid={fault ? true : undefined}
                      inputMode="numeric"
                      className="w-16! tabular"
                      placeholder={String(attemptsInAll)}
                      value={attempts}
                      onChange={(event) => set(id, { attempts: event.target.value })}
                    />
                  </span>
                )}
                <Checkbox
                  className="min-h-8 items-center!"
                  label={<span aria-hidden="true">Appeals</span>}
                  aria-label={`${name} serves appeals`}
                  checked={isForAppeals}
                  onChange={() => set(id, { isForAppeals: !isForAppeals })}
                />
              </div>
              {fault && (
                <p role="alert" className="text-sm text-danger">
                  {fault}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      <p className="text-xs leading-snug text-soft">
        A method shown after the others’ tries are used up also appears when the person says “I cannot use any
        of these”. A method with no tries left is closed. Empty tries: as many as all methods together.
        “Appeals”: this method can overturn a rejection by another.
      </p>
    </fieldset>
  );
};
