"use client";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useAccess } from "#ui/console/access.tsx";
import { exportVerifications } from "#ui/console/session/download.ts";
import { Button } from "#ui/kit/button.tsx";
import { useToast } from "#ui/kit/use-toast.ts";

/** What the filters find, all of it, as a file. */
export const ExportButton = ({ filter }: { filter: object }) => {
  const { tenantId, refusal } = useAccess();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportVerifications(tenantId, filter),
    onSuccess: () => toast.done("Exported", "verifications.csv is in your downloads."),
    onError: (error) => toast.failed("The export did not work", error.message),
  });
  return (
    <Button isBusy={isPending} refusal={refusal("verifications.export")} onClick={() => mutate()}>
      {!isPending && <Download size={15} aria-hidden="true" />}
      Export CSV
    </Button>
  );
};
