"use client";
import { useAccess } from "#console/client/access.tsx";
import { KEY_SCOPES, type KeyScope, permissionOf } from "#core/access/scopes.ts";
import { Checkbox, CheckboxGroup } from "#kit/choices.tsx";
import { TextAreaField } from "#kit/fields.tsx";
import { networksProblem, SCOPE_WORDS } from "./key-words.ts";

/** Why this member cannot give a key a scope; null: they can. */
export const useScopeRefusal = (): ((scope: KeyScope) => string | null) => {
  const { refusal } = useAccess();
  return (scope) => {
    const permission = permissionOf(scope);
    return permission === null ? null : refusal(permission);
  };
};

type ScopeBoxesProps = {
  scopes: readonly KeyScope[];
  /** What the key has already: a member can leave that, even if they could not give it. */
  held?: readonly KeyScope[];
  error?: string | undefined;
  onChange: (scopes: KeyScope[]) => void;
};

export const ScopeBoxes = ({ scopes, held = [], error, onChange }: ScopeBoxesProps) => {
  const refusalOf = useScopeRefusal();
  return (
    <CheckboxGroup label="Scopes" error={error}>
      {KEY_SCOPES.map((scope) => {
        const refusal = held.includes(scope) ? null : refusalOf(scope);
        return (
          <Checkbox
            key={scope}
            label={SCOPE_WORDS[scope].name}
            hint={
              <>
                <code>{scope}</code>. {refusal ?? SCOPE_WORDS[scope].about}
              </>
            }
            checked={scopes.includes(scope)}
            disabled={refusal !== null}
            onChange={({ target }) =>
              onChange(KEY_SCOPES.filter((each) => (each === scope ? target.checked : scopes.includes(each))))
            }
          />
        );
      })}
    </CheckboxGroup>
  );
};

type NetworkFieldsProps = {
  networks: string;
  deniedNetworks: string;
  issues: Readonly<Record<string, string>> | undefined;
  onChange: (texts: { networks?: string; deniedNetworks?: string }) => void;
};

export const NetworkFields = ({ networks, deniedNetworks, issues, onChange }: NetworkFieldsProps) => (
  <>
    <TextAreaField
      label="Allowed networks"
      hint="One address or network on each line, such as 203.0.113.0/24 or 2001:db8::/32. Leave it empty to allow every address."
      rows={3}
      className="font-mono text-xs"
      spellCheck={false}
      value={networks}
      error={networksProblem("networks", networks, issues)}
      onChange={(text) => onChange({ networks: text })}
    />
    <TextAreaField
      label="Denied networks"
      hint="Refused even where they are allowed above."
      rows={2}
      className="font-mono text-xs"
      spellCheck={false}
      value={deniedNetworks}
      error={networksProblem("deniedNetworks", deniedNetworks, issues)}
      onChange={(text) => onChange({ deniedNetworks: text })}
    />
  </>
);
