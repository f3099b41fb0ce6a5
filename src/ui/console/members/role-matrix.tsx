import { Check } from "lucide-react";
import { mayDo, ROLES, type Role } from "#core/access.ts";
import { TableFrame } from "../../kit/table-frame.tsx";
import { ROLE_NAMES } from "../words/permission-words.ts";
import { PERMISSION_ROWS } from "./permission-rows.ts";

/** The one table of who may do what; the column of who is looking stands out. */
export const RoleMatrix = ({ own }: { own: Role }) => (
  <TableFrame label="What each role may do">
    <thead>
      <tr className="relative">
        <th
          scope="col"
          className="sticky left-0 z-10 h-9 bg-surface px-4 text-left text-xs font-medium text-soft"
        >
          May
        </th>
        {ROLES.map((role) => (
          <th
            key={role}
            scope="col"
            className={`h-9 px-3 text-center text-xs font-medium ${role === own ? "bg-accent-soft text-ink" : "text-soft"}`}
          >
            {ROLE_NAMES[role]}
            {role === own && <span className="sr-only"> (your role)</span>}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {PERMISSION_ROWS.map(({ permission, text }) => (
        <tr key={permission} className="relative border-t">
          <th scope="row" className="sticky left-0 z-10 min-w-32 bg-surface px-4 py-2 text-left font-normal">
            {text}
          </th>
          {ROLES.map((role) => (
            <td key={role} className={`px-3 py-2 text-center ${role === own ? "bg-accent-soft" : ""}`}>
              {mayDo(role, permission) ? (
                <>
                  <Check size={15} className="inline text-ok" aria-hidden="true" />
                  <span className="sr-only">Yes</span>
                </>
              ) : (
                <span className="text-soft">
                  <span aria-hidden="true">–</span>
                  <span className="sr-only">No</span>
                </span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </TableFrame>
);
