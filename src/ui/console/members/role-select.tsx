"use client";
import { ROLES, type Role } from "#core/access.ts";
import { Select } from "../../kit/select.tsx";
import { Tooltip } from "../../kit/tooltip.tsx";
import { ROLE_NAMES } from "../words/permission-words.ts";

type Props = {
  name: string;
  role: Role;
  refusalFor: (role: Role) => string | null;
  onChange: (role: Role) => void;
};

/** A member's role: to be changed where that is allowed, otherwise to be read, with the reason. */
export const RoleSelect = ({ name, role, refusalFor, onChange }: Props) => {
  const refusal = refusalFor(role);
  if (refusal !== null) {
    return (
      <Tooltip text={refusal}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its reason is for the keyboard, too */}
        <span tabIndex={0} className="rounded-sm">
          {ROLE_NAMES[role]}
        </span>
      </Tooltip>
    );
  }
  const choose = (value: string): void => {
    const next = ROLES.find((candidate) => candidate === value);
    if (next && next !== role) onChange(next);
  };
  return (
    <Select
      aria-label={`Role of ${name}`}
      value={role}
      options={ROLES.filter((candidate) => refusalFor(candidate) === null).map((candidate) => ({
        value: candidate,
        label: ROLE_NAMES[candidate],
      }))}
      onChange={(event) => choose(event.target.value)}
    />
  );
};
