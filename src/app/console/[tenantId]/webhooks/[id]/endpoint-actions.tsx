"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pencil, Power, PowerOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import type { EndpointGlance } from "#ui/console/webhooks/endpoint-glance.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonStyle } from "#ui/kit/button-style.ts";
import { Menu } from "#ui/kit/menu.tsx";
import { MenuItem } from "#ui/kit/menu-item.tsx";
import { MenuSeparator } from "#ui/kit/menu-separator.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../../client/trpc.ts";
import { EditEndpointDialog } from "./edit-endpoint-dialog.tsx";
import { RemoveEndpointDialog } from "./remove-endpoint-dialog.tsx";

export const EndpointActions = ({ endpoint }: { endpoint: EndpointGlance }) => {
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const refusal = useAccess().refusal("webhooks.write");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
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
      <Menu
        trigger={
          <button type="button" aria-label="More actions" className={buttonStyle("secondary", "icon")}>
            <Ellipsis size={16} aria-hidden="true" />
          </button>
        }
      >
        {isEnabled ? (
          <MenuItem
            icon={<PowerOff size={14} aria-hidden="true" />}
            refusal={refusal}
            onSelect={() => disable.mutate({ endpointId })}
          >
            Turn off
          </MenuItem>
        ) : (
          <MenuItem
            icon={<Power size={14} aria-hidden="true" />}
            refusal={refusal}
            onSelect={() => enable.mutate({ endpointId })}
          >
            Turn on
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 size={14} aria-hidden="true" />}
          isDanger
          refusal={refusal}
          onSelect={() => setOpen("remove")}
        >
          Remove
        </MenuItem>
      </Menu>
      <EditEndpointDialog endpoint={endpoint} isOpen={open === "edit"} onClose={close} />
      <RemoveEndpointDialog endpoint={endpoint} isOpen={open === "remove"} onClose={close} />
    </>
  );
};
