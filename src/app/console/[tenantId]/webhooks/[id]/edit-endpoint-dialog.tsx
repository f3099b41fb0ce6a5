"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf } from "#ui/console/session/problem.ts";
import { EndpointForm } from "#ui/console/webhooks/endpoint-form.tsx";
import type { EndpointGlance } from "#ui/console/webhooks/endpoint-glance.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../../client/trpc.ts";

type Props = { endpoint: EndpointGlance; isOpen: boolean; onClose: () => void };

export const EditEndpointDialog = ({ endpoint, isOpen, onClose }: Props) => {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { error, isPending, mutate } = useMutation(
    trpc.webhooks.updateEndpoint.mutationOptions({
      onSuccess: async () => {
        toast.done("Endpoint saved");
        onClose();
        await queries.invalidateQueries({ queryKey: trpc.webhooks.endpoints.queryKey() });
      },
    }),
  );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit endpoint">
      <EndpointForm
        endpoint={endpoint}
        action="Save"
        isBusy={isPending}
        problem={error && problemOf(error)}
        onCancel={onClose}
        onSubmit={(draft) => mutate({ ...draft, endpointId: endpoint.id })}
      />
    </Dialog>
  );
};
