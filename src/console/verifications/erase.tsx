"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { isFinal } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { Copyable } from "#kit/copy.tsx";
import { FormDialog } from "#kit/dialog/dialog.tsx";
import { TextField } from "#kit/fields.tsx";
import { Card, Facts } from "#kit/page-layout.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Detail = ConsoleOutputs["verifications"]["detail"];

/** What a member is asked before a verification is erased. */
export const ERASE_QUESTION = {
  title: "Erase this verification?",
  about:
    "Its result, metadata, attempts, token and webhook bodies are deleted. Its id, status, time and billing stay. This cannot be undone.",
};

/** The proof that a verification was erased. */
export const ReceiptCard = ({ erasure }: { erasure: NonNullable<Detail["erasure"]> }) => (
  <Card title="Erasure receipt" about="Give the receipt and its salt to the person who asked">
    <Facts
      facts={{
        Erased: <Time at={erasure.redactedAt} as="long" />,
        Receipt: <Copyable text={erasure.receipt} label="receipt" />,
        Salt: <Copyable text={erasure.salt} label="salt" />,
      }}
    />
  </Card>
);

const MAX_REASON = 200;

/** Erases a verification that has ended; renders nothing while it is open or once it is erased. */
export const Erase = ({ record }: { record: Detail }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  const { refusal } = useAccess();
  const { verifications } = useTRPC();
  const close = (): void => {
    setIsOpen(false);
    setReason("");
  };
  const call = useDialogCall(verifications.erase.mutationOptions(), close, {
    done: () => ["Verification erased", "Its receipt is on this page."],
  });
  if (record.erasure || !isFinal(record.status)) return null;
  return (
    <Card
      title="Erase"
      about="Deletes everything about this verification except that it took place, and signs a receipt"
      actions={
        <Button
          look="danger-quiet"
          size="sm"
          refusal={refusal("verifications.erase")}
          onClick={() => setIsOpen(true)}
        >
          Erase
        </Button>
      }
    >
      <FormDialog
        isOpen={isOpen}
        {...ERASE_QUESTION}
        action="Erase verification"
        look="danger"
        call={call}
        field="reason"
        isComplete={reason.trim() !== ""}
        onSubmit={() => call.mutate({ verificationId: record.verificationId, reason })}
      >
        <TextField
          label="Reason"
          hint="For the audit trail. Do not enter personal data."
          maxLength={MAX_REASON}
          error={call.problem?.issues.reason}
          value={reason}
          onChange={setReason}
        />
      </FormDialog>
    </Card>
  );
};
