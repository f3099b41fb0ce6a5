"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { CreatedKey } from "#ui/console/keys/created-key.tsx";
import type { KeyGlance } from "#ui/console/keys/key-glance.ts";
import { RotateKeyForm } from "#ui/console/keys/rotate-key-form.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Time } from "#ui/kit/time.tsx";
import { useTRPC } from "../../client/trpc.ts";

type Props = { apiKey: KeyGlance | null; onClose: () => void };

export const RotateKeyDialog = ({ apiKey, onClose }: Props) => {
  const { baseUrl } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, isPending, mutate, reset } = useMutation(
    trpc.keys.rotate.mutationOptions({
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }),
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  const about = data ? (
    <>
      The old key stops working <Time at={data.previousEndsAt} as="long" />.
    </>
  ) : (
    `Replaces “${apiKey?.name ?? ""}” with a new key that has the same name and mode.`
  );
  return (
    <Dialog
      isOpen={apiKey !== null}
      onClose={close}
      title={data ? "Your new key" : "Rotate key"}
      about={about}
    >
      {data ? (
        <CreatedKey value={data.value} baseUrl={baseUrl} onDone={close} />
      ) : (
        apiKey && (
          <RotateKeyForm
            isBusy={isPending}
            problem={error && problemOf(error)}
            onCancel={close}
            onRotate={(overlapHours) => mutate({ keyId: apiKey.id, overlapHours })}
          />
        )
      )}
    </Dialog>
  );
};
