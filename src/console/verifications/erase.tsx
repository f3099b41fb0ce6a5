"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { isFinal } from "#core/verification.ts";
import { Button } from "#kit/button.tsx";
import { Copyable } from "#kit/copy.tsx";
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

const EraseDialog = formDialog({
  act: ({ verifications }) => verifications.erase.mutationOptions(),
  done: () => ["Verification erased", "Its receipt is on this page."],
  start: () => ({ reason: "" }),
  asks: () => ERASE_QUESTION,
  form: ({ values, field }, verificationId: string) => ({
    action: "Erase verification",
    look: "danger",
    field: "reason",
    isComplete: values.reason.trim() !== "",
    send: () => ({ verificationId, reason: values.reason }),
    fields: (
      <TextField
        label="Reason"
        hint="For the audit trail. Do not enter personal data."
        maxLength={MAX_REASON}
        {...field("reason")}
      />
    ),
  }),
});

/** Erases a verification that has ended; renders nothing while it is open or once it is erased. */
export const Erase = ({ record }: { record: Detail }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
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
      <EraseDialog of={isOpen && record.verificationId} onClose={() => setIsOpen(false)} />
    </Card>
  );
};
