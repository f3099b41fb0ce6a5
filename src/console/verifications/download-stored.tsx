import { useMutation } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { saveFile } from "#console/session/access-token.ts";
import { Button } from "#kit/button.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { storedPage } from "./stored-page.ts";

type StoredData = ConsoleOutputs["verifications"]["download"];

const FORMATS = {
  json: {
    label: "Download everything",
    Icon: Download,
    type: "application/json",
    write: (data: StoredData) => JSON.stringify(data, null, 2),
  },
  html: { label: "As a page to print", Icon: Printer, type: "text/html", write: storedPage },
} as const;

type Props = { verificationId: string; format: keyof typeof FORMATS };

const DownloadAs = ({ verificationId, format }: Props) => {
  const { refusal } = useAccess();
  const { label, Icon, type, write } = FORMATS[format];
  const { mutate, isPending } = useMutation({
    ...useTRPC().verifications.download.mutationOptions(),
    onSuccess: (data) => {
      const name = `${verificationId}.${format}`;
      saveFile(new Blob([write(data)], { type }), name);
      toast.done("Downloaded", `${name} is in your downloads.`);
    },
    onError: (error) => toast.failed("The download failed", error.message),
  });
  return (
    <Button
      isBusy={isPending}
      refusal={refusal("verifications.export")}
      onClick={() => mutate({ verificationId })}
    >
      {!isPending && <Icon size={15} aria-hidden="true" />}
      {label}
    </Button>
  );
};

/** All that is stored about a verification: for programs, and for a person who asked or an auditor. */
export const DownloadStored = ({ verificationId }: Pick<Props, "verificationId">) => (
  <>
    <DownloadAs verificationId={verificationId} format="json" />
    <DownloadAs verificationId={verificationId} format="html" />
  </>
);
