import { mayDo, ROLES } from "#core/access.ts";
import { ROLE_NAMES } from "../words/permission-words.ts";
import { PERMISSION_ROWS } from "./permission-rows.ts";

/** The table of who may do what, for a screen that has no room for its columns. */
export const RoleList = () => (
  <dl className="grid">
    {PERMISSION_ROWS.map(({ permission, text }) => (
      <div key={permission} className="grid gap-0.5 border-t px-4 py-2.5 text-sm">
        <dt>{text}</dt>
        <dd className="text-xs text-soft">
          {ROLES.filter((role) => mayDo(role, permission))
            .map((role) => ROLE_NAMES[role])
            .join(", ")}
        </dd>
      </div>
    ))}
  </dl>
);
