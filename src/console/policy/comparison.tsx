"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { SelectField } from "#kit/fields.tsx";
import { Notice, Skeleton } from "#kit/states.tsx";
import type { Version } from "./draft.ts";
import { Changes, NO_POLICY } from "./findings.tsx";

type Props = {
  /** The version that is compared; null: the dialog is closed. */
  version: Version | null;
  /** Those that can be chosen beside it, newest first. */
  versions: readonly Version[];
  onClose: () => void;
};

const optionOf = ({ id, number, isCurrent }: Version) => ({
  value: id,
  label: `Version ${number}${isCurrent ? " (current)" : ""}`,
});

/** What differs between a version and the one before it, or any other; the older one always comes first. */
export const Comparison = ({ version, versions, onClose }: Props) => {
  const { policies } = useTRPC();
  const [chosen, setChosen] = useState("");
  // The list continues after this version: its next one is the version before, which `versions` may end above.
  const next = useQuery({
    ...policies.overview.queryOptions({ limit: 1, cursor: version?.id ?? "" }),
    enabled: version !== null,
  });
  const before = next.data?.versions[0];
  const isListed = versions.some(({ id }) => id === before?.id);
  const others = [...versions, ...(before && !isListed ? [before] : [])].filter(
    ({ id }) => id !== version?.id,
  );
  const other = others.find(({ id }) => id === chosen) ?? before;
  const pair = version ? [version, ...(other ? [other] : [])].sort((a, b) => a.number - b.number) : [];
  const read = useQueries({ queries: pair.map(({ id }) => policies.get.queryOptions({ id })) });
  const error = next.error ?? read.find((one) => one.error)?.error;
  const contents = read.flatMap(({ data }) => data ?? []);
  const latest = contents.at(-1);
  const isThere = next.isSuccess && contents.length === pair.length && latest !== undefined;
  const close = (): void => {
    setChosen("");
    onClose();
  };
  return (
    <Dialog
      isOpen={version !== null}
      onClose={close}
      title={
        other && other.id !== before?.id
          ? `From version ${pair[0]?.number} to version ${pair[1]?.number}`
          : `What version ${version?.number ?? ""} changed`
      }
      about={
        next.isSuccess && !before && !other
          ? "The first version: before it there was no policy."
          : "Only what differs is shown."
      }
    >
      <div className="grid gap-4">
        {others.length > 0 && (
          <SelectField
            label="Compare with"
            value={other?.id ?? ""}
            options={[...(before ? [] : [{ value: "", label: "No policy" }]), ...others.map(optionOf)]}
            onChange={setChosen}
          />
        )}
        {error ? (
          <Notice tone="danger">{error.message}</Notice>
        ) : isThere ? (
          <Changes before={other ? (contents[0]?.policy ?? NO_POLICY) : NO_POLICY} after={latest.policy} />
        ) : (
          <Skeleton className="h-40 rounded-md" />
        )}
      </div>
    </Dialog>
  );
};
