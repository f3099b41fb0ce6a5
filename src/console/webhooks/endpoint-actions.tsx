"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Power, PowerOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { changeDialog } from "#console/client/change-dialog.tsx";
import { consolePath } from "#console/client/paths.ts";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { problemOf } from "#console/session/problem.ts";
import { isEventName } from "#core/event.ts";
import { Button } from "#kit/button.tsx";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { useGo } from "#kit/link.tsx";
import { ActionMenu } from "#kit/menu/menu.tsx";
import { buttonStyle } from "#kit/styles.ts";
import { toast } from "#kit/toast.tsx";
import { EndpointForm, endpointIn, endpointValues, KEPT_ENDPOINT } from "./endpoint-form.tsx";
import type { EndpointSummary } from "./endpoint-table.tsx";

type DialogProps = { endpoint: EndpointSummary; isOpen: boolean; onClose: () => void };

const fieldsOf = ({ url, description, events, modes }: EndpointSummary) => ({
  ...{ url, description, modes },
  events: events.filter(isEventName),
});

const EditEndpointDialog = changeDialog({
  act: ({ webhooks }) => webhooks.updateEndpoint.mutationOptions(),
  stale: ({ webhooks }) => webhooks.endpoints.queryFilter(),
  done: () => ["Endpoint saved"],
  saved: (endpoint: EndpointSummary) => fieldsOf(endpoint),
  keeps: KEPT_ENDPOINT,
  place: ({ id }) => [id],
  old: (over, endpoint) => endpointIn({ ...endpointValues(endpoint), ...over }),
  asks: () => ({ title: "Edit endpoint" }),
  body: ({ of: endpoint, call, opened, seen, save }) => (
    <EndpointForm
      endpoint={{ ...endpoint, ...seen.start }}
      before={seen.begun}
      opened={opened}
      action="Save"
      call={call}
      onSubmit={(typed) =>
        save(typed, (change) => {
          // Events of a newer version are not compared: the form does not know them.
          const { events: _known, ...others } = change.seen;
          const isKnown = endpoint.events.every(isEventName);
          return { ...change, endpointId: endpoint.id, seen: isKnown ? change.seen : others };
        })
      }
      onTake={seen.note}
    />
  ),
});

const RemoveEndpointDialog = ({ endpoint, isOpen, onClose }: DialogProps) => {
  const { tenantId } = useAccess();
  const go = useGo();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const call = useDialogCall(
    trpc.webhooks.removeEndpoint.mutationOptions({
      onSuccess: async () => {
        toast.done("Endpoint removed");
        go(consolePath(tenantId, "webhooks"));
        await queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
    }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      call={call}
      title="Remove this endpoint?"
      about="No more events are sent to it, and waiting deliveries are cancelled. Past deliveries are kept."
      action="Remove endpoint"
      name={URL.parse(endpoint.url)?.host ?? endpoint.url}
      onConfirm={() => call.mutate({ endpointId: endpoint.id })}
    />
  );
};

export const EndpointActions = ({ endpoint }: { endpoint: EndpointSummary }) => {
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const refusal = useAccess().refusal("webhooks.write");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const settle = {
    onSuccess: () => queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
    onError: (error: unknown) => toast.failed("The endpoint was not changed", problemOf(error).message),
  };
  const enable = useMutation(trpc.webhooks.enableEndpoint.mutationOptions(settle));
  const disable = useMutation(trpc.webhooks.disableEndpoint.mutationOptions(settle));
  const { id: endpointId, isEnabled } = endpoint;
  const close = (): void => setOpen(null);
  return (
    <>
      <Button refusal={refusal} onClick={() => setOpen("edit")}>
        <Pencil size={14} aria-hidden="true" />
        Edit
      </Button>
      <ActionMenu
        label="More actions"
        className={buttonStyle("secondary", "icon")}
        actions={[
          isEnabled
            ? { name: "Turn off", Icon: PowerOff, refusal, onSelect: () => disable.mutate({ endpointId }) }
            : { name: "Turn on", Icon: Power, refusal, onSelect: () => enable.mutate({ endpointId }) },
        ]}
        danger={{ name: "Remove", Icon: Trash2, refusal, onSelect: () => setOpen("remove") }}
      />
      <EditEndpointDialog of={open === "edit" && endpoint} onClose={close} />
      <RemoveEndpointDialog endpoint={endpoint} isOpen={open === "remove"} onClose={close} />
    </>
  );
};
