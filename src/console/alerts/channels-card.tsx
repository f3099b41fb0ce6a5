import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { consolePath } from "#console/client/paths.ts";
import { problemOf } from "#console/session/problem.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { TextField } from "#kit/fields.tsx";
import { Link } from "#kit/link.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import type { AlertSettings } from "./alert-settings.ts";

const SlackDialog = formDialog({
  act: ({ alerts }) => alerts.update.mutationOptions(),
  stale: ({ alerts }) => alerts.settings.queryFilter(),
  done: () => ["Slack address saved", "Send a test to see that it arrives."],
  start: () => ({ slackUrl: "" }),
  asks: () => ({
    title: "Set the Slack address",
    about:
      "Make an incoming webhook for your channel in Slack, and paste its address. It is stored sealed and never shown again.",
  }),
  form: ({ values, field }) => ({
    action: "Save address",
    field: "slackUrl",
    isComplete: values.slackUrl.trim() !== "",
    send: () => ({ slackUrl: values.slackUrl.trim() }),
    fields: (
      <TextField
        label="Address of the incoming webhook"
        hint="It begins with https://hooks.slack.com/"
        {...field("slackUrl")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
      />
    ),
  }),
});

const RemoveDialog = confirmDialog({
  act: ({ alerts }) => alerts.update.mutationOptions(),
  stale: ({ alerts }) => alerts.settings.queryFilter(),
  ask: () => ({
    title: "Remove the Slack address?",
    about: "Nothing more is sent to the channel. To use it again, paste its address again.",
    verb: "Remove address",
    input: { slackUrl: null },
    done: ["Slack address removed"],
  }),
});

/** Sends a test, and says how it went until the next one. */
const useSlackTest = () => {
  const { mutate, data, error, isPending, reset } = useMutation(useTRPC().alerts.testSlack.mutationOptions());
  const failure = data && !data.ok ? `Slack did not take the test (${data.code ?? "no answer"}).` : null;
  return {
    send: () => mutate(),
    reset,
    isBusy: isPending,
    problem: error ? problemOf(error).message : failure,
    isDone: data?.ok === true,
  };
};

/** Where alerts go besides the members' e-mail. */
export const ChannelsCard = ({ settings: { hasSlack } }: { settings: AlertSettings }) => {
  const { tenantId, refusal } = useAccess();
  const [open, setOpen] = useState<"set" | "remove" | null>(null);
  const test = useSlackTest();
  const why = refusal("alerts.write");
  const choose = (dialog: "set" | "remove") => () => {
    // What an earlier test said is about an earlier address.
    test.reset();
    setOpen(dialog);
  };
  return (
    <Card title="Channels" about="In addition to the e-mails that each member chooses under My notifications">
      <div className="grid gap-4 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-sm font-medium">Slack</h3>
          {hasSlack ? <Badge tone="ok">Set</Badge> : <Badge>Not set</Badge>}
        </div>
        <p className="text-soft">
          {hasSlack
            ? "Alerts go to the channel of one incoming webhook. Its address is stored sealed and cannot be shown."
            : "Send alerts to a channel through one incoming webhook."}
        </p>
        {(test.problem !== null || test.isDone) && (
          <div role="status">
            <Notice tone={test.problem === null ? "ok" : "danger"}>
              {test.problem ?? "Slack accepted the test: look at the channel."}
            </Notice>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {hasSlack && (
            <Button refusal={why} isBusy={test.isBusy} onClick={test.send}>
              Send a test
            </Button>
          )}
          <Button refusal={why} look={hasSlack ? "secondary" : "primary"} onClick={choose("set")}>
            {hasSlack ? "Replace address" : "Set address"}
          </Button>
          {hasSlack && (
            <Button refusal={why} look="danger-quiet" onClick={choose("remove")}>
              Remove
            </Button>
          )}
        </div>
        <div className="grid gap-1 border-t pt-4">
          <h3 className="text-sm font-medium">Webhooks</h3>
          <p className="text-soft">
            Endpoints that choose <code>alert.raised</code> or <code>alert.resolved</code> get them as events.
            Choose them under <Link href={consolePath(tenantId, "webhooks")}>Webhooks</Link>.
          </p>
        </div>
      </div>
      <SlackDialog of={open === "set"} onClose={() => setOpen(null)} />
      <RemoveDialog of={open === "remove"} onClose={() => setOpen(null)} />
    </Card>
  );
};
