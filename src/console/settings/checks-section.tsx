"use client";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { consolePath } from "#console/client/paths.ts";
import { methodName } from "#console/words/words.ts";
import { DISCLOSURES, type Disclosure } from "#core/age-over.ts";
import { MISSING_WORDS } from "#core/policy/offer.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { Checkbox } from "#kit/choices.tsx";
import { SelectField, WholeNumberField } from "#kit/fields.tsx";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import { MoveButtons } from "#kit/move-buttons.tsx";
import { Notice } from "#kit/states.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { useDraft } from "./use-draft.ts";

type Props = {
  /** The methods that are offered, in order. */
  chosen: readonly string[];
  available: readonly string[];
  /** The methods that are not shown now, and why. */
  notOffered: SectionProps["settings"]["notOffered"];
  isStill: boolean;
  onChange: (methods: string[]) => void;
};

/** Chooses the methods and their order. */
const MethodOrder = ({ chosen, available, notOffered, isStill, onChange }: Props) => {
  const others = available.filter((method) => !chosen.includes(method));
  return (
    <ol className="divide-y rounded-md border">
      {[...chosen, ...others].map((method) => {
        const place = chosen.indexOf(method);
        const isOffered = place !== -1;
        const name = methodName(method);
        const missing = notOffered.find(({ id }) => id === method);
        return (
          <li key={method} className="flex min-h-11 items-center gap-2 py-1 pr-1.5 pl-3">
            <Checkbox
              className="min-h-8 grow items-center!"
              label={
                <span className="flex flex-wrap items-baseline gap-x-2">
                  {name}
                  <span className="text-xs font-normal text-soft">
                    {isOffered ? (place === 0 ? "offered first" : `offered as ${place + 1}`) : "not offered"}
                  </span>
                  {isOffered && missing && (
                    <span className="text-xs font-normal text-warn">
                      No one sees it now: {MISSING_WORDS[missing.why]}
                    </span>
                  )}
                </span>
              }
              checked={isOffered}
              disabled={isOffered && chosen.length === 1}
              onChange={() =>
                onChange(isOffered ? chosen.filter((other) => other !== method) : [...chosen, method])
              }
            />
            {isOffered && !isStill && (
              <MoveButtons name={name} items={chosen} index={place} onChange={onChange} />
            )}
          </li>
        );
      })}
    </ol>
  );
};

/** If absent from the settings: the age. */
const disclosureOf = ({ disclosure = "age" }: SectionProps["settings"]): Disclosure => disclosure;

const DISCLOSURE_OPTIONS: { value: Disclosure; label: string }[] = [
  { value: "thresholds", label: "Only which ages the person has reached" },
  { value: "age", label: "The age in years" },
];

const KEPT = keptForm("settings-checks", {
  minimumAge: READ.text,
  maxAttempts: READ.text,
  disclosure: READ.oneOf(DISCLOSURES),
  methods: READ.listOf(READ.text),
});

/** Defaults for verifications whose call does not say otherwise. */
export const ChecksSection = ({ settings }: SectionProps) => {
  const { refusal } = useAccess();
  const { policy } = settings;
  const { values, set, field, form } = useDraft(
    KEPT,
    {
      minimumAge: String(settings.minimumAge),
      maxAttempts: String(settings.maxAttempts),
      disclosure: disclosureOf(settings),
      methods: [...settings.methods],
    },
    (typed) => ({
      minimumAge: Number(typed.minimumAge),
      // Settings that a policy decides are not shown, so they cannot have faults either.
      ...(policy === null ? { maxAttempts: Number(typed.maxAttempts), methods: typed.methods } : {}),
      ...(typed.disclosure === disclosureOf(settings) ? {} : { disclosure: typed.disclosure }),
    }),
  );
  return (
    <SettingsSection
      settings={settings}
      part="checks"
      about="Defaults for new verifications. A call to /verify/start can override them."
      form={form}
      fields={["minimumAge", "maxAttempts", "disclosure"]}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <WholeNumberField
          label="Minimum age"
          hint={`Whole years, ${MINIMUM_AGE.min} to ${MINIMUM_AGE.max}.`}
          {...field("minimumAge")}
          min={MINIMUM_AGE.min}
          max={MINIMUM_AGE.max}
        />
        {policy === null && (
          <WholeNumberField
            label="Attempts"
            hint="How many times a person can try before the verification fails. 1 to 10."
            {...field("maxAttempts")}
            min={1}
            max={10}
          />
        )}
      </div>
      {policy !== null && (
        <Notice>
          <TenantLink
            to={consolePath}
            of="policy"
            className="font-medium text-inherit underline underline-offset-2"
          >
            Version {policy.number} of your policy
          </TenantLink>{" "}
          decides the methods and the attempts. The minimum age above applies only where the policy sets none.
        </Notice>
      )}
      <SelectField
        label="Results tell"
        hint="With thresholds, the age in years is stored and shown nowhere. A call can name up to five thresholds; without any, the minimum age is the only one."
        {...field("disclosure")}
        options={DISCLOSURE_OPTIONS}
        onChange={(disclosure) => set({ disclosure: disclosure === "age" ? "age" : "thresholds" })}
      />
      {policy === null && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">Methods</legend>
          <MethodOrder
            chosen={values.methods}
            available={settings.availableMethods}
            notOffered={settings.notOffered}
            isStill={refusal("settings.write") !== null}
            onChange={(methods) => set({ methods })}
          />
          <p className="text-xs text-soft">
            The hosted page offers them in this order. Test keys also get the sandbox.
          </p>
        </fieldset>
      )}
    </SettingsSection>
  );
};
