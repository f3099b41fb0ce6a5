"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { noting } from "#console/client/use-seen.ts";
import { faultsOf } from "#console/words/field-faults.ts";
import { useCountries } from "#console/words/place-names.ts";
import { GATE_AGES, GATES } from "#core/gates/gate.ts";
import { MINIMUM_AGE, type Mode } from "#core/verification.ts";
import { RadioCards } from "#kit/choices.tsx";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SelectField, TextAreaField, TextField, useTexts, WholeNumberField } from "#kit/fields.tsx";
import { type KeptValues, keptForm, keptTogether, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import { type Gate, lifetimeOptions, originIn, pathsIn } from "./gate-words.ts";

/** What the form decides; `origin` is fixed once the gate exists, since proofs are bound to it. */
export type GateFields = Pick<Gate, "name" | "origin" | "minimumAge" | "country" | "region"> &
  Pick<Gate, "lifetimeSeconds" | "openPaths">;

const FIELDS = keptForm("gate", {
  name: READ.text,
  origin: READ.text,
  decides: READ.oneOf(["age", "policy"]),
  minimumAge: READ.text,
  country: READ.text,
  region: READ.text,
  lifetime: READ.text,
  openPaths: READ.text,
});

// The policy or an age is one stored field; a part goes with its country.
export const KEPT_GATE = keptTogether(FIELDS, ["decides", "minimumAge"], ["country", "region"]);

/** What is in the fields, which may be half written. */
type GateValues = KeptValues<typeof KEPT_GATE>;

/** A gate as the fields show it. */
export const gateValues = (gate: GateFields): GateValues => ({
  name: gate.name,
  origin: gate.origin,
  decides: gate.minimumAge === null ? "policy" : "age",
  minimumAge: String(gate.minimumAge ?? MINIMUM_AGE.default),
  country: gate.country ?? "",
  region: gate.region ?? "",
  lifetime: String(gate.lifetimeSeconds),
  openPaths: gate.openPaths.join("\n"),
});

/** The gate that the fields describe. */
export const gateIn = ({ country, region, ...values }: GateValues): GateFields => ({
  name: values.name.trim(),
  origin: originIn(values.origin),
  minimumAge: values.decides === "age" ? Number(values.minimumAge) : null,
  country: country === "" ? null : country,
  region: country === "" || region.trim() === "" ? null : region.trim().toUpperCase(),
  lifetimeSeconds: Number(values.lifetime),
  openPaths: pathsIn(values.openPaths),
});

const NO_COUNTRY = { value: "", label: "Everywhere else" };

type PlaceFieldsProps = {
  country: string;
  onCountry: (country: string) => void;
  countryFault: string | undefined;
  region: { value: string; error: string | undefined; onChange: (text: string) => void };
};

/** The place whose rule decides. */
const PlaceFields = ({ country, onCountry, countryFault, region }: PlaceFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <SelectField
      label="Country"
      hint="Whose rule in your policy applies here."
      value={country}
      options={useCountries(NO_COUNTRY)}
      error={countryFault}
      onChange={onCountry}
    />
    <TextField
      label="Part of it (optional)"
      hint="The code of ISO 3166-2, such as US-NY."
      {...region}
      maxLength={6}
      autoComplete="off"
      spellCheck={false}
    />
  </div>
);

type Props = {
  mode: Mode;
  /** The gate that is edited; absent: a new one. */
  gate?: Gate;
  call: DialogCall;
  opened: Opened<GateValues>;
  /** What the person has seen as saved; absent: what the form begins with. */
  before?: GateFields;
  onSubmit: (fields: GateFields) => void;
  /** Told what was typed before what is saved now is shown. */
  onTake?: (fields: GateFields) => void;
};

const START: GateFields = {
  name: "",
  origin: "",
  minimumAge: MINIMUM_AGE.default,
  country: null,
  region: null,
  lifetimeSeconds: GATES.lifetimeSeconds.default,
  openPaths: [],
};

/** The fields of a gate, for a new one and for one that changes. */
export const GateForm = ({ mode, gate, call, opened, before, onSubmit, onTake }: Props) => {
  const start = gate ?? START;
  const settings = useQuery(useTRPC().settings.get.queryOptions()).data;
  const hasPolicy = settings !== undefined && settings.policy !== null;
  const begun: GateValues = { ...gateValues(start), ...opened.typed };
  const [decides, setDecides] = useState(begun.decides);
  const [country, setCountry] = useState(begun.country);
  const [lifetime, setLifetime] = useState(begun.lifetime);
  const faults = faultsOf(call, { openPaths: "Line" });
  const { name, origin, region, openPaths } = begun;
  // Where the policy decides, the age behind the other choice is the saved one.
  const minimumAge = begun.decides === "age" ? begun.minimumAge : gateValues(start).minimumAge;
  const { values, field } = useTexts({ name, origin, minimumAge, region, openPaths }, faults);
  const now: GateValues = { ...values, decides, country, lifetime };
  useKeeping(opened, now, gateValues(before ?? start));
  const typed = (): GateFields => gateIn(now);
  return (
    <DialogForm
      action={gate ? "Save" : "Add gate"}
      call={noting(call, () => onTake?.(typed()))}
      opened={opened}
      onSubmit={() => onSubmit(typed())}
    >
      <TextField
        label="Name"
        hint="For you and your team, for example “Shop”. Visitors see the display name in your settings."
        {...field("name")}
        required
        maxLength={80}
      />
      {gate === undefined && (
        <TextField
          label="Address of the site"
          hint={
            mode === "test"
              ? "One host, for example https://shop.example. On your own computer, http://localhost:8080 works too."
              : "One host, for example https://shop.example. Add another gate for www.shop.example."
          }
          {...field("origin")}
          required
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://shop.example"
        />
      )}
      <RadioCards
        label="What visitors must prove"
        value={decides}
        options={[
          { value: "age", name: "A certain age", about: "The same for every visitor of this site." },
          {
            value: "policy",
            name: "As the policy says",
            about: hasPolicy
              ? "Follows your policy, also when you publish a new one."
              : `You have no policy yet: the age in your settings applies${settings ? `, now ${settings.minimumAge}` : ""}.`,
          },
        ]}
        onChange={setDecides}
      />
      {decides === "age" && (
        <WholeNumberField
          label="Age"
          hint={`Whole years, ${GATE_AGES.min} to ${GATE_AGES.max}.`}
          {...field("minimumAge")}
          min={GATE_AGES.min}
          max={GATE_AGES.max}
        />
      )}
      {hasPolicy && (
        <PlaceFields
          country={country}
          onCountry={setCountry}
          countryFault={faults.country}
          region={field("region")}
        />
      )}
      <SelectField
        label="How long a proof counts"
        hint="Until then a visitor comes and goes without another check, in the browser where they proved their age."
        value={lifetime}
        options={lifetimeOptions(start.lifetimeSeconds)}
        error={faults.lifetimeSeconds}
        onChange={setLifetime}
      />
      <TextAreaField
        label="What stays open (optional)"
        hint="One path per line: /health for one address, /assets/ for everything below it. Everything else is closed."
        {...field("openPaths")}
        spellCheck={false}
        className="font-mono text-xs"
        placeholder={"/health\n/assets/"}
      />
    </DialogForm>
  );
};
