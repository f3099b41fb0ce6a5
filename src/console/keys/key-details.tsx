"use client";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { logsOfKeyPath } from "#console/client/paths.ts";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { Facts } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import { KeyState, type KeySummary, usesText } from "./key-table.tsx";
import { SCOPE_WORDS } from "./key-words.ts";

const Networks = ({ of, none }: { of: readonly string[]; none: string }) =>
  of.length === 0 ? none : <code className="text-xs wrap-anywhere">{of.join(", ")}</code>;

const Details = ({ apiKey }: { apiKey: KeySummary }) => {
  const { may } = useAccess();
  const { scopes, uses, lastError, lastUsedAt, expiresAt } = apiKey;
  return (
    <div className="grid gap-4">
      <Facts
        facts={{
          Key: <code className="text-xs">{apiKey.hint}</code>,
          State: <KeyState {...apiKey} />,
          "May do":
            scopes.length === 0 ? (
              "Nothing"
            ) : (
              <ul className="grid gap-0.5">
                {scopes.map((scope) => (
                  <li key={scope}>{SCOPE_WORDS[scope].name}</li>
                ))}
              </ul>
            ),
          "Allowed networks": <Networks of={apiKey.networks} none="Every address" />,
          "Denied networks": <Networks of={apiKey.deniedNetworks} none="None" />,
          Expires: expiresAt ? <Time at={expiresAt} as="long" /> : "Never",
          "Last 24 hours": usesText(uses.day),
          "Last 30 days": usesText(uses.month),
          "Last used": lastUsedAt ? <Time at={lastUsedAt} as="long" /> : "Never",
          "Last error": lastError ? (
            <span className="grid gap-0.5">
              <code className="text-xs">{lastError.code}</code>
              <Time at={lastError.at} as="long" />
            </span>
          ) : (
            "None in 30 days"
          ),
        }}
      />
      {may("logs.read") && (
        <TenantLink
          to={logsOfKeyPath}
          of={apiKey.id}
          className="justify-self-start text-sm text-accent underline"
        >
          Show its requests in the logs
        </TenantLink>
      )}
    </div>
  );
};

type Props = { apiKey: KeySummary | null; onClose: () => void };

/** Everything about a key but its value, which is not shown again. */
export const KeyDetailsDialog = ({ apiKey, onClose }: Props) => (
  <Dialog isOpen={apiKey !== null} onClose={onClose} title={apiKey?.name ?? ""}>
    {apiKey && <Details apiKey={apiKey} />}
  </Dialog>
);
