"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { methodName } from "#console/words/words.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { Checkbox } from "#kit/choices.tsx";
import { Field, WholeNumberInput } from "#kit/fields.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection, useDraft } from "./settings-section.tsx";

type Props = {
  /** Those offered, in their order. */
  chosen: readonly string[];
  available: readonly string[];
  isStill: boolean;
  onChange: (methods: string[]) => void;
};

const swapped = (methods: readonly string[], from: number, to: number): string[] => {
  const moved = [...methods];
  const [method] = moved.splice(from, 1);
  return method === undefined ? moved : [...moved.slice(0, to), method, ...moved.slice(to)];
};

/** Which methods are offered, and which one first. */
export const MethodOrder = ({ chosen, available, isStill, onChange }: Props) => {
  const others = available.filter((method) => !chosen.includes(method));
  return (
    <ol className="divide-y rounded-md border">
      {[...chosen, ...others].map((method) => {
        const place = chosen.indexOf(method);
        const isOffered = place !== -1;
        const name = methodName(method);
        return (
          <li key={method} className="flex min-h-11 items-center gap-2 py-1 pr-1.5 pl-3">
            <Checkbox
              className="min-h-8 grow items-center!"
              label={
                <span className="flex items-baseline gap-2">
                  {name}
                  <span className="text-xs font-normal text-soft">
                    {isOffered ? (place === 0 ? "offered first" : `offered as ${place + 1}`) : "not offered"}
                  </span>
                </span>
              }
              checked={isOffered}
              disabled={isOffered && chosen.length === 1}
              onChange={() =>
                onChange(isOffered ? chosen.filter((other) => other !== method) : [...chosen, method])
              }
            />
            {isOffered && !isStill && (
              <>
                <Button
                  look="ghost"
                  size="icon-sm"
                  aria-label={`Move ${name} up`}
                  disabled={place === 0}
                  onClick={() => onChange(swapped(chosen, place, place - 1))}
                >
                  <ArrowUp size={14} aria-hidden="true" />
                </Button>
                <Button
                  look="ghost"
                  size="icon-sm"
                  aria-label={`Move ${name} down`}
                  disabled={place === chosen.length - 1}
                  onClick={() => onChange(swapped(chosen, place, place + 1))}
                >
                  <ArrowDown size={14} aria-hidden="true" />
                </Button>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
};

/** What a verification asks for where its own call does not say otherwise. */
export const ChecksSection = ({ settings, refusal, saving }: SectionProps) => {
  const { values, isDirty, set, discard } = useDraft({
    minimumAge: String(settings.minimumAge),
    maxAttempts: String(settings.maxAttempts),
    methods: [...settings.methods],
  });
  const issues = saving.problem?.issues ?? {};
  const save = (): void => {
    const minimumAge = Number(values.minimumAge);
    const maxAttempts = Number(values.maxAttempts);
    saving.save(
      {
        ...(minimumAge !== settings.minimumAge && { minimumAge }),
        ...(maxAttempts !== settings.maxAttempts && { maxAttempts }),
        ...(values.methods.join() !== settings.methods.join() && { methods: values.methods }),
      },
      discard,
    );
  };
  return (
    <SettingsSection
      part="checks"
      about="Defaults for new verifications. A call to /verify/start can override them."
      refusal={refusal}
      isDirty={isDirty}
      isBusy={saving.isBusy}
      problem={saving.problem}
      fields={["minimumAge", "maxAttempts"]}
      onSave={save}
      onDiscard={discard}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Minimum age"
          hint={`Whole years, ${MINIMUM_AGE.min} to ${MINIMUM_AGE.max}.`}
          error={issues.minimumAge}
        >
          {(parts) => (
            <WholeNumberInput
              {...parts}
              min={MINIMUM_AGE.min}
              max={MINIMUM_AGE.max}
              value={values.minimumAge}
              onChange={(minimumAge) => set({ minimumAge })}
            />
          )}
        </Field>
        <Field
          label="Attempts"
          hint="How many times a person can try before the verification fails. 1 to 10."
          error={issues.maxAttempts}
        >
          {(parts) => (
            <WholeNumberInput
              {...parts}
              min={1}
              max={10}
              value={values.maxAttempts}
              onChange={(maxAttempts) => set({ maxAttempts })}
            />
          )}
        </Field>
      </div>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">Methods</legend>
        <MethodOrder
          chosen={values.methods}
          available={settings.availableMethods}
          isStill={refusal !== null}
          onChange={(methods) => set({ methods })}
        />
        <p className="text-xs text-soft">
          The hosted page offers them in this order. Test keys also get the sandbox.
        </p>
      </fieldset>
    </SettingsSection>
  );
};
