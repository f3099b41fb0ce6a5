"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { ExportButton } from "#console/client/export-button.tsx";
import { Button } from "#kit/button.tsx";
import { Card } from "#kit/page-layout.tsx";
import { PARTS } from "./settings-data.ts";

/** What an owner takes along, to keep or to go elsewhere. */
export const ExportSection = () => (
  <section id="export" tabIndex={-1} className="scroll-mt-16 outline-none! lg:scroll-mt-6">
    <Card title={PARTS.export}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-xl text-sm text-soft">
          One file with what is stored for this tenant, live and test: verifications, policies, settings,
          hosts, keys and their uses, members and the directory by their ids, alerts, requests, vouchers,
          usage, statements, receipts and the audit trail. It holds personal data of the people you have
          checked. No key, secret, sealed text or name of a member is in it: its first line lists all that is
          left out, and why. Owners can export from a closed tenant too.
        </p>
        <ExportButton list="archive" permission="tenant.export" filter={{}} />
      </div>
    </Card>
  </section>
);

const CloseDialog = confirmDialog({
  act: ({ settings }) => settings.close.mutationOptions(),
  ask: (name: string) => ({
    title: "Close this tenant?",
    about:
      "All keys are revoked immediately and no verification can be started. You cannot reopen the tenant yourself.",
    verb: "Close tenant",
    name,
    input: { name },
    done: ({ keysRevoked }) => [
      "Tenant closed",
      `${keysRevoked} ${keysRevoked === 1 ? "key was" : "keys were"} revoked.`,
    ],
  }),
});

/** An action that cannot be undone from here. */
export const CloseTenant = ({ name, isActive }: { name: string; isActive: boolean }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { refusal } = useAccess();
  return (
    <>
      <section
        id="close"
        tabIndex={-1}
        className="scroll-mt-16 outline-none! lg:scroll-mt-6 rounded-lg border border-danger-line bg-surface shadow-card"
      >
        <h2 className="px-4 pt-3 text-base tracking-normal text-danger">{PARTS.close}</h2>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
          <div className="max-w-xl">
            <h3 className="text-sm font-medium tracking-normal">Close this tenant</h3>
            <p className="text-sm text-soft">
              {isActive
                ? "All keys are revoked immediately and no verification can be started. Records stay readable. Only the operator of this deployment can reopen the tenant."
                : "This tenant is closed. Only the operator of this deployment can reopen it."}
            </p>
          </div>
          {isActive && (
            <Button look="danger-quiet" refusal={refusal("tenant.close")} onClick={() => setIsOpen(true)}>
              Close tenant
            </Button>
          )}
        </div>
      </section>
      <CloseDialog of={isOpen && name} onClose={() => setIsOpen(false)} />
    </>
  );
};
