"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf } from "#ui/console/session/problem.ts";
import { EndpointForm } from "#ui/console/webhooks/endpoint-form.tsx";
import { SecretShown } from "#ui/console/webhooks/secret-shown.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useTRPC } from "../../client/trpc.ts";

type Props = { isOpen: boolean; onClose: () => void };

export const CreateEndpointDialog = ({ isOpen, onClose }: Props) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { data, error, isPending, mutate, reset } = useMutation(
    trpc.webhooks.createEndpoint.mutationOptions({
      // The secret stays in this component and goes with it.
      gcTime: 0,
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.webhooks.endpoints.queryKey() }),
    }),
  );
  const close = (): void => {
    onClose();
    reset();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={data ? "Endpoint added" : "Add webhook endpoint"}
      about={data?.endpoint.url}
    >
      {data ? (
        <SecretShown secret={data.secret} onDone={close} />
      ) : (
        <EndpointForm
          action="Add endpoint"
          isBusy={isPending}
          problem={error && problemOf(error)}
          onCancel={close}
          onSubmit={(draft) => mutate(draft)}
        />
      )}
    </Dialog>
  );
};
