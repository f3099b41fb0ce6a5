"use client";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useAccess } from "#console/client/access.tsx";
import { EXPORTS, exportList } from "#console/session/access-token.ts";
import { NO_EXPORTS } from "#console/words/words.ts";
import { type Permission, VISITOR } from "#core/access/permissions.ts";
import { Button } from "#kit/button.tsx";
import { toast } from "#kit/toast.tsx";

const LABELS: Readonly<Record<keyof typeof EXPORTS, string>> = {
  verifications: "Export CSV",
  "audit-trail": "Export CSV",
  "audit-lines": "Export JSON lines",
  archive: "Export everything",
};

type ExportButtonProps = { list: keyof typeof EXPORTS; permission: Permission; filter: object };

/** Downloads every row that matches the page's filters, not only the loaded ones. */
export const ExportButton = ({ list, permission, filter }: ExportButtonProps) => {
  const { tenantId, role, refusal } = useAccess();
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportList(tenantId, list, filter),
    onSuccess: () => toast.done("Exported", `${EXPORTS[list]} is in your downloads.`),
    onError: (error) => toast.failed("The export failed", error.message),
  });
  return (
    <Button
      isBusy={isPending}
      refusal={role === VISITOR ? NO_EXPORTS : refusal(permission)}
      onClick={() => mutate()}
    >
      {!isPending && <Download size={15} aria-hidden="true" />}
      {LABELS[list]}
    </Button>
  );
};
