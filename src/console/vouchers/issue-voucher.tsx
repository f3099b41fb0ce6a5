"use client";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { shortId } from "#console/verifications/verification-table.tsx";
import { THRESHOLDS } from "#core/age-over.ts";
import { MINIMUM_AGE } from "#core/verification.ts";
import { VOUCHER_MINUTES } from "#core/vouchers/voucher.ts";
import { RadioCards } from "#kit/choices.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { SelectField, WholeNumberField } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";

const SEEN = [
  { value: "over", name: "An age or over", about: "For example: 18 or over." },
  { value: "under", name: "Under an age", about: "For example: under 13." },
  { value: "between", name: "Between two ages", about: "For example: 13 or over, and under 18." },
] as const;

type Seen = (typeof SEEN)[number]["value"];

const LIFETIMES = [
  { value: String(VOUCHER_MINUTES.min), label: "10 minutes" },
  { value: "30", label: "30 minutes" },
  { value: String(VOUCHER_MINUTES.default), label: "1 hour" },
  { value: "240", label: "4 hours" },
  { value: "1440", label: "1 day" },
  { value: "4320", label: "3 days" },
  { value: String(VOUCHER_MINUTES.max), label: "7 days" },
];

type Draft = { ageAtLeast?: number; ageBelow?: number; validMinutes: number };

type IssueFormProps = { age: number; call: DialogCall; onIssue: (draft: Draft) => void };

const IssueForm = ({ age, call, onIssue }: IssueFormProps) => {
  const [seen, setSeen] = useState<Seen>("over");
  const [atLeast, setAtLeast] = useState(String(age));
  const [below, setBelow] = useState(String(age));
  const [minutes, setMinutes] = useState(String(VOUCHER_MINUTES.default));
  const bounds = { min: THRESHOLDS.min, max: THRESHOLDS.max };
  const fault = call.problem?.issues.ageBelow ?? call.problem?.issues.ageAtLeast;
  const choose = (next: Seen): void => {
    setSeen(next);
    // An exact age is refused: two years is the narrowest range.
    if (next === "between" && Number(atLeast) > Number(below) - 2) setAtLeast(String(Number(below) - 2));
  };
  const submit = (): void =>
    onIssue({
      ...(seen !== "under" && { ageAtLeast: Number(atLeast) }),
      ...(seen !== "over" && { ageBelow: Number(below) }),
      validMinutes: Number(minutes),
    });
  return (
    <DialogForm action="Issue voucher" call={call} field="ageBelow" onSubmit={submit}>
      <RadioCards label="What you saw on the ID" value={seen} options={SEEN} onChange={choose} />
      <div className="grid grid-cols-2 gap-4">
        {seen !== "under" && (
          <WholeNumberField
            {...bounds}
            label="At least, in years"
            error={seen === "over" ? fault : undefined}
            value={atLeast}
            onChange={setAtLeast}
          />
        )}
        {seen !== "over" && (
          <WholeNumberField
            {...bounds}
            label="Under, in years"
            error={fault}
            value={below}
            onChange={setBelow}
          />
        )}
      </div>
      <SelectField label="Valid for" value={minutes} options={LIFETIMES} onChange={setMinutes} />
      <Notice>Write down nothing else: no name, no date of birth, no number and no photo of the ID.</Notice>
    </DialogForm>
  );
};

type IssueDialogProps = {
  isOpen: boolean;
  /** The appeal that the person waits with; null: none. */
  appealId: string | null;
  onClose: () => void;
};

export const IssueDialog = ({ isOpen, appealId, onClose }: IssueDialogProps) => {
  const { settings, verifications, vouchers } = useTRPC();
  const { data: appeal } = useQuery(
    verifications.detail.queryOptions(appealId === null ? skipToken : { verificationId: appealId }),
  );
  const { data: tenant } = useQuery(settings.get.queryOptions());
  const call = useDialogCall(vouchers.issue.mutationOptions(), onClose, {
    stale: vouchers.list.pathFilter(),
  });
  const { data } = call;
  const about = data ? (
    <>
      Works once, until <Time at={data.expiresAt} as="long" />.
    </>
  ) : (
    <>
      {appeal?.appealOf !== undefined && (
        <>
          For the appeal <code>{shortId(appeal.verificationId)}</code>, which asks for {appeal.minimumAge} or
          over and is open until <Time at={appeal.expiresAt} as="long" />.{" "}
        </>
      )}
      First look at the person’s ID, and at the person. Then choose what it shows.
    </>
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={call.close}
      title={data ? "Voucher code" : "Issue a voucher"}
      about={about}
    >
      {data ? (
        <SecretOnce
          label="Voucher code"
          secret={data.code}
          isLarge
          note="Give this code to the person now. They type it in on the page of their age check. You will not see it again."
          onDone={call.close}
        />
      ) : (
        <IssueForm
          key={appeal?.verificationId}
          age={appeal?.minimumAge ?? tenant?.minimumAge ?? MINIMUM_AGE.default}
          call={call}
          onIssue={call.mutate}
        />
      )}
    </Dialog>
  );
};
