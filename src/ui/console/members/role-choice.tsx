"use client";
import { ROLES, type Role } from "#core/access.ts";
import { RadioCards } from "../../kit/radio-cards.tsx";
import { ROLE_ABOUT, ROLE_NAMES } from "../words/permission-words.ts";

type Props = {
  value: Role;
  /** Owners are made by owners only. */
  mayMakeOwners: boolean;
  onChange: (role: Role) => void;
};

export const RoleChoice = ({ value, mayMakeOwners, onChange }: Props) => (
  <RadioCards
    label="Role"
    value={value}
    options={ROLES.filter((role) => role !== "owner" || mayMakeOwners).map((role) => ({
      value: role,
      name: ROLE_NAMES[role],
      about: ROLE_ABOUT[role],
    }))}
    onChange={onChange}
  />
);
