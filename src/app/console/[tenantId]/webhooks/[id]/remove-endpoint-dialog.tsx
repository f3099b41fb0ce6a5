"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { problemOf } from "#ui/console/session/problem.ts";
import type { EndpointGlance } from "#ui/console/webhooks/endpoint-glance.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useGo } from "#ui/kit/link.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../../client/trpc.ts";

type Props = { endpoint: EndpointGlance; isOpen: boolean; onClose: () => void };

export const RemoveEndpointDialog = ({ endpoint, isOpen, onClose }: Props) => {
  const { tenantId } = useAccess();
  const go = useGo();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { error, isPending, mutate } = useMutation(
    trpc.webhooks.removeEndpoint.mutationOptions({
      onSuccess: async () => {
        toast.done("Endpoint removed");
        go(consolePath(tenantId, "webhooks"));
        await queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
    }),
  );
  const host = URL.parse(endpoint.url)?.host ?? endpoint.url;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Remove this endpoint?"
      about="No more events are sent to it, and waiting deliveries are cancelled. Past deliveries are kept."
      action="Remove endpoint"
      name={host}
      isBusy={isPending}
      error={error ? problemOf(error).message : undefined}
      onConfirm={() => mutate({ endpointId: endpoint.id })}
    />
  );
};
