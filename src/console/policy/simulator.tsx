"use client";
import { useEffect, useRef, useState } from "react";
import { usePlaceName } from "#console/words/place-names.ts";
import { methodName } from "#console/words/words.ts";
import type { Supplies } from "#core/policy/offer.ts";
import { DEFAULT_PLACE, type Policy, placeOf } from "#core/policy/policy.ts";
import { type Ending, type Move, type SeenMethod, type Step, simulate } from "#core/policy/simulate.ts";
import { Badge, type BadgeTone } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { SelectField, TextField } from "#kit/fields.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Notice, type Tone } from "#kit/states.tsx";

const ENDINGS: Readonly<Record<Exclude<Ending, "open">, { tone: Tone; text: string }>> = {
  approved: { tone: "ok", text: "The verification ends: approved." },
  rejected: { tone: "warn", text: "The verification ends: rejected." },
  no_tries_left: { tone: "warn", text: "All tries are used up: the verification fails." },
  stranded: { tone: "danger", text: "This person is stuck: tries are left, but no method they can use." },
};

const moveText = (move: Move | null): string => {
  if (move === null) return "The page opens";
  if (move.kind === "asks_for_others") return "“I cannot use any of these”";
  return `${methodName(move.method)} ${move.kind === "works" ? "works" : "fails"}`;
};

const standingBadge = ({ isShown, isUsable }: SeenMethod): { tone: BadgeTone; text: string } => {
  if (!isShown) return { tone: "neutral", text: "Not shown" };
  return isUsable ? { tone: "ok", text: "Shown" } : { tone: "warn", text: "Shown, not usable" };
};

const StepItem = ({ step, number }: { step: Step; number: number }) => (
  <li className="grid gap-2 border-t px-4 py-3 first:border-t-0">
    <p className="text-sm">
      <span className="font-medium">
        {number}. {moveText(step.move)}.
      </span>{" "}
      <span className="text-soft">
        {step.said} {step.attemptsLeft} {step.attemptsLeft === 1 ? "try" : "tries"} left.
      </span>
    </p>
    <ul className="grid gap-1.5">
      {step.methods.map((method) => {
        const { tone, text } = standingBadge(method);
        return (
          <li
            key={`${method.id} ${method.standing}`}
            className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm"
          >
            <Badge tone={tone}>{text}</Badge>
            <span className="font-medium wrap-anywhere">{methodName(method.id)}</span>
            <span className="min-w-0 text-xs text-soft">{method.why}</span>
          </li>
        );
      })}
    </ul>
    {step.hasOthers && <p className="text-xs text-soft">The page also says “I cannot use any of these”.</p>}
    {step.ending !== "open" && (
      <Notice tone={ENDINGS[step.ending].tone}>
        {ENDINGS[step.ending].text}
        {step.ending === "rejected" &&
          (step.appeals.length > 0
            ? ` It can be appealed by: ${step.appeals.map(methodName).join(", ")}.`
            : " There is no appeal method.")}
      </Notice>
    )}
  </li>
);

type Props = {
  policy: Policy;
  supplies: Supplies;
  /** The place to begin with. */
  initial: string;
};

/** What a person would see under the draft, step by step, and why. */
export const Simulator = ({ policy, supplies, initial }: Props) => {
  const [place, setPlace] = useState(initial);
  const [age, setAge] = useState("17");
  const [device, setDevice] = useState({ hasCamera: true, hasPhone: true });
  const [isNamed, setIsNamed] = useState(false);
  const [script, setScript] = useState<readonly Move[]>([]);
  const nameOf = usePlaceName();
  const actions = useRef<HTMLDivElement>(null);
  const at = policy.regions.find((rule) => placeOf(rule) === place);
  const person = {
    ...(at && { country: at.country, ...(at.region !== undefined && { region: at.region }) }),
    age: Number(age) || 0,
    device,
    isNamed,
  };
  const { rule, steps } = simulate(policy, supplies, { person, script });
  const numbered = steps.map((step, index) => ({ step, number: index + 1 }));
  const last = steps.at(-1);
  const moves = steps.flatMap(({ move }) => move ?? []);
  useEffect(() => {
    // The pressed button may be gone, so the next key press continues from here.
    if (steps.length > 1 && document.activeElement === document.body) actions.current?.focus();
  });
  const act = (move: Move): void => setScript([...moves, move]);
  const usable = (last?.methods ?? []).filter((method) => method.isShown && method.isUsable);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card title="The person" about="This tries out the draft. Nothing is stored, and no one is checked.">
        <div className="grid gap-4">
          <SelectField
            label="Where"
            value={place}
            options={[DEFAULT_PLACE, ...policy.regions.map(placeOf)].map((value) => ({
              value,
              label: nameOf(value),
            }))}
            onChange={setPlace}
          />
          <TextField
            label="Age"
            hint={`In years. The minimum age here is ${rule.minimumAge ?? "what each verification says, 18 in this simulation"}.`}
            inputMode="numeric"
            className="max-w-32 tabular"
            maxLength={3}
            value={age}
            onChange={setAge}
          />
          <CheckboxGroup label="At hand">
            <Checkbox
              label="A camera"
              checked={device.hasCamera}
              onChange={() => setDevice({ ...device, hasCamera: !device.hasCamera })}
            />
            <Checkbox
              label="A smartphone"
              checked={device.hasPhone}
              onChange={() => setDevice({ ...device, hasPhone: !device.hasPhone })}
            />
          </CheckboxGroup>
          <Checkbox
            label="Your backend names the person (subjectRef): three tries of each method a day"
            checked={isNamed}
            onChange={() => setIsNamed(!isNamed)}
          />
        </div>
      </Card>
      <Card title="What the person sees" about={`The rule for: ${nameOf(rule.place)}`} isFlush>
        <ol aria-label="Steps" aria-live="polite" className="border-t">
          {numbered.map(({ step, number }) => (
            <StepItem key={number} step={step} number={number} />
          ))}
        </ol>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be focused */}
        <div
          ref={actions}
          tabIndex={-1}
          role="group"
          aria-label="What the person does"
          className="grid gap-2 rounded-b-lg border-t bg-sunken px-4 py-3 outline-none!"
        >
          {last?.ending === "open" && <p className="text-sm font-medium">What does the person do?</p>}
          <div className="flex flex-wrap gap-2">
            {last?.ending === "open" &&
              usable.flatMap(({ id }) =>
                (["fails", "works"] as const).map((kind) => (
                  <Button key={`${id} ${kind}`} size="sm" onClick={() => act({ kind, method: id })}>
                    {methodName(id)} {kind}
                  </Button>
                )),
              )}
            {last?.hasOthers && last.ending === "open" && (
              <Button size="sm" onClick={() => act({ kind: "asks_for_others" })}>
                Cannot use any of these
              </Button>
            )}
            {moves.length > 0 && (
              <Button size="sm" look="ghost" onClick={() => setScript([])}>
                Start again
              </Button>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
};
