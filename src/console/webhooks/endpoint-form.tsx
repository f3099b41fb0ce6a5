"use client";
import { useState } from "react";
import { noting } from "#console/client/use-seen.ts";
import { ALL_EVENT_NAMES, type AnyEventName, isEventName, isUsualEvent, USUAL_EVENTS } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { TextField } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, useKeeping } from "#kit/kept/use-kept.tsx";
import type { EndpointSummary } from "./endpoint-table.tsx";

export const KEPT_ENDPOINT = keptForm("webhook-endpoint", {
  url: READ.text,
  description: READ.text,
  events: READ.listOf(READ.oneOf(ALL_EVENT_NAMES)),
  modes: READ.listOf(READ.oneOf<Mode>(["live", "test"])),
});

/** What is in the fields. */
type EndpointValues = KeptValues<typeof KEPT_ENDPOINT>;

type EndpointFields = { url: string; description: string; events: AnyEventName[]; modes: Mode[] };

type Props = {
  endpoint?: EndpointSummary;
  action: string;
  call: DialogCall;
  opened: Opened<EndpointValues>;
  /** What the person has seen as saved; absent: what the form begins with. */
  before?: Shown;
  onSubmit: (typed: EndpointFields) => void;
  /** Told what was typed before what is saved now is shown. */
  onTake?: (typed: EndpointFields) => void;
};

/** When each event is sent. */
export const EVENT_ABOUT: Readonly<Record<AnyEventName, string>> = {
  "verification.completed": "Approved, or rejected as under age",
  "verification.failed": "No decision after the last attempt",
  "verification.expired": "Not finished in time",
  "verification.appealed": "The person appeals a rejection, under a method policy",
  "verification.redacted": "The verification was erased",
  "alert.raised": "Something needs you, such as a failing endpoint: see Alerts",
  "alert.resolved": "It is over",
  "endpoint.failing": "Another endpoint has accepted nothing for 15 minutes",
  "endpoint.disabled": "The service turned another endpoint off",
  "endpoint.recovered": "Another endpoint works again",
  "delivery.exhausted": "The last attempt for another endpoint failed",
};

const isUsual = (events: readonly AnyEventName[]): boolean =>
  events.length === USUAL_EVENTS.length && events.every(isUsualEvent);

const toggled = <Item,>(items: readonly Item[], item: Item): Item[] =>
  items.includes(item) ? items.filter((other) => other !== item) : [...items, item];

/** Of an endpoint, what the form shows; a newer version may have events that it does not know. */
type Shown = { url: string; description: string; events: readonly string[]; modes: readonly Mode[] };

/** An endpoint as the fields show it. */
export const endpointValues = (endpoint: Shown): EndpointValues => {
  const known = endpoint.events.filter(isEventName);
  return {
    url: endpoint.url,
    description: endpoint.description,
    events: known.length === 0 ? [...USUAL_EVENTS] : known,
    modes: [...endpoint.modes],
  };
};

/** The endpoint that the fields describe. */
export const endpointIn = ({ url, description, events, modes }: EndpointValues): EndpointFields => ({
  url: url.trim(),
  description: description.trim(),
  events: isUsual(events) ? [] : [...events],
  modes: [...modes],
});

const NEW: EndpointFields = { url: "", description: "", events: [], modes: ["live", "test"] };

export const EndpointForm = ({ endpoint, action, call, opened, before, onSubmit, onTake }: Props) => {
  const start = endpointValues(endpoint ?? NEW);
  const begun = { ...start, ...opened.typed };
  const [url, setUrl] = useState(begun.url);
  const [description, setDescription] = useState(begun.description);
  const [events, setEvents] = useState<readonly AnyEventName[]>(begun.events);
  const [modes, setModes] = useState<readonly Mode[]>(begun.modes);
  const now: EndpointValues = { url, description, events: [...events], modes: [...modes] };
  useKeeping(opened, now, before ? endpointValues(before) : start);
  const typed = (): EndpointFields => endpointIn(now);
  return (
    <DialogForm
      action={action}
      call={noting(call, () => onTake?.(typed()))}
      opened={opened}
      field="url"
      isComplete={events.length > 0 && modes.length > 0}
      onSubmit={() => onSubmit(typed())}
    >
      <TextField
        label="Address"
        hint="Use https and a public host; a service that runs on your computer with npm start takes http://localhost too. Redirects are not followed."
        error={call.problem?.issues.url}
        type="url"
        required
        placeholder="https://shop.example.com/lintel"
        value={url}
        onChange={setUrl}
        autoComplete="off"
      />
      <TextField
        label="Description"
        hint="Optional. Only shown in this console."
        maxLength={200}
        value={description}
        onChange={setDescription}
      />
      <CheckboxGroup label="Events" error={events.length === 0 ? "Choose at least one event." : undefined}>
        {ALL_EVENT_NAMES.map((name) => (
          <Checkbox
            key={name}
            label={name}
            hint={EVENT_ABOUT[name]}
            checked={events.includes(name)}
            onChange={() => setEvents(toggled(events, name))}
          />
        ))}
      </CheckboxGroup>
      <CheckboxGroup
        label="Send events from"
        error={modes.length === 0 ? "Choose live, test, or both." : undefined}
        isRow
      >
        <Checkbox
          label="Live mode"
          checked={modes.includes("live")}
          onChange={() => setModes(toggled(modes, "live"))}
        />
        <Checkbox
          label="Test mode"
          checked={modes.includes("test")}
          onChange={() => setModes(toggled(modes, "test"))}
        />
      </CheckboxGroup>
    </DialogForm>
  );
};
