"use client";
import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { problemOf } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { toast } from "#kit/toast.tsx";

/** Leads to the hosted page as end users see it. @param isDirty the form beside it has changes that are not saved */
export const TrialPage = ({ isDirty }: { isDirty: boolean }) => {
  const { settings } = useTRPC();
  const { data, isPending, mutate } = useMutation(
    settings.openPage.mutationOptions({
      onSuccess: ({ url }) => void window.open(url, "_blank", "noopener"),
      onError: (error) => toast.failed("No page was opened", problemOf(error).message),
      gcTime: 0,
    }),
  );
  return (
    <div className="grid justify-items-start gap-1.5 text-xs text-soft">
      <Button
        size="sm"
        isBusy={isPending}
        refusal={isDirty ? "Save the changes first." : null}
        onClick={() => mutate()}
      >
        <ExternalLink size={14} aria-hidden="true" />
        Open a test page
      </Button>
      <p>Starts a test verification and opens its page in a new tab. Saved changes show within 10 seconds.</p>
      {/* Some browsers open no tab after a wait. */}
      {data && (
        <a href={data.url} target="_blank" rel="noreferrer">
          Open the page
        </a>
      )}
    </div>
  );
};
