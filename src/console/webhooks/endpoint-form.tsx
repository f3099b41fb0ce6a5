"use client";
import { type FormEvent, useState } from "react";
import type { Problem } from "#console/session/problem.ts";
import { EVENT_NAMES, type EventName, isEventName } from "#core/event.ts";
import type { Mode } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { Field, TextInput } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import type { EndpointSummary } from "./endpoint-table.tsx";

export type EndpointDraft = { url: string; description: string; events: EventName[]; modes: Mode[] };

type Props = {
  endpoint?: EndpointSummary;
  action: string;
  isBusy: boolean;
  problem: Problem | null;
  onCancel: () => void;
  onSubmit: (draft: EndpointDraft) => void;
};

const ABOUT: Readonly<Record<EventName, string>> = {
  "verification.completed": "Approved, or rejected as under age",
  "verification.failed": "No decision after the last attempt",
  "verification.expired": "Not finished in time",
};

const toggled = <Item,>(items: readonly Item[], item: Item): Item[] =>
  items.includes(item) ? items.filter((other) => other !== item) : [...items, item];

export const EndpointForm = ({ endpoint, action, isBusy, problem, onCancel, onSubmit }: Props) => {
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const known = (endpoint?.events ?? []).filter(isEventName);
  const [events, setEvents] = useState<readonly EventName[]>(known.length === 0 ? EVENT_NAMES : known);
  const [modes, setModes] = useState<readonly Mode[]>(endpoint?.modes ?? ["live", "test"]);
  const isComplete = events.length > 0 && modes.length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || !isComplete) return;
    onSubmit({
      url: url.trim(),
      description: description.trim(),
      events: events.length === EVENT_NAMES.length ? [] : [...events],
      modes: [...modes],
    });
  };
  const isOfField = problem?.issues.url !== undefined;
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label="Address"
        hint="Use https and a public host. Redirects are not followed."
        error={problem?.issues.url}
      >
        {(parts) => (
          <TextInput
            {...parts}
            type="url"
            required
            placeholder="https://shop.example.com/lintel"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Description" hint="Optional. Only shown in this console.">
        {(parts) => (
          <TextInput
            {...parts}
            maxLength={200}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <CheckboxGroup label="Events" error={events.length === 0 ? "Choose at least one event." : undefined}>
        {EVENT_NAMES.map((name) => (
          <Checkbox
            key={name}
            label={name}
            hint={ABOUT[name]}
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
      {problem && !isOfField && <Notice tone="danger">{problem.message}</Notice>}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" isBusy={isBusy} disabled={!isComplete}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
};
