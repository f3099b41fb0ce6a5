"use client";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { Field, TextInput } from "#kit/fields.tsx";
import type { Typing } from "./setting-kinds.tsx";

const MAX_CHARACTERS = 40;

/** The metadata value that names each verification in the console's lists, with the keys that are in use. */
export const MetadataKey = ({ value, error, onChange }: Typing) => {
  const listId = useId();
  const knownKeys = useQuery(useTRPC().verifications.metadataKeys.queryOptions()).data ?? [];
  return (
    <Field
      label="Metadata key"
      error={error}
      hint="Lists and search show its value in place of the verification id. Leave it empty to show all metadata."
    >
      {(parts) => (
        <>
          <TextInput
            {...parts}
            list={listId}
            maxLength={MAX_CHARACTERS}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder="orderId"
            className="font-mono"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {knownKeys.map((key) => (
              <option key={key} value={key} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
};
