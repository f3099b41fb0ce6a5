"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { VENDOR_NAMES } from "#core/identity/vendor.ts";
import { entryFor } from "#core/json.ts";
import type { Mode } from "#core/verification.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { CopyButton } from "#kit/copy.tsx";
import { Card, Facts } from "#kit/page-layout.tsx";
import { RemoveVendorDialog, RenameVendorDialog, SelfieVendorDialog } from "./change-vendor.tsx";
import {
  ACCOUNT_ID_NAMES,
  AddVendorDialog,
  RotateVendorDialog,
  SwitchVendorDialog,
  type Vendor,
} from "./vendor-dialogs.tsx";

type Action = "rename" | "rotate" | "selfie" | "switch" | "remove";

const NAMES = new Intl.ListFormat("en-GB").format(Object.values(VENDOR_NAMES));

const selfieText = (asksSelfie: boolean | null): string | undefined => {
  if (asksSelfie === null) return undefined;
  return asksSelfie
    ? "Compared with the photo on the document"
    : "Not asked for: someone else’s document passes";
};

type CardProps = { vendor: Vendor; refusal: string | null; onAction: (action: Action) => void };

const VendorCard = ({ vendor, refusal, onAction }: CardProps) => {
  const { name, kind, method, mode, accountId, asksSelfie, callbackUrl, isActive } = vendor;
  const shown = `${name}, ${mode}`;
  return (
    <Card
      title={name}
      actions={
        <span className="flex gap-2">
          <Badge tone="neutral">{mode}</Badge>
          <Badge tone={isActive ? "ok" : "neutral"}>{isActive ? "On" : "Off"}</Badge>
        </span>
      }
    >
      <Facts
        facts={{
          Method: method,
          [entryFor(ACCOUNT_ID_NAMES, kind) ?? "Account id"]: accountId ?? undefined,
          Selfie: selfieText(asksSelfie),
          "Callback address": (
            <span className="flex flex-wrap items-center gap-2">
              <code className="text-xs break-all">{callbackUrl}</code>
              <CopyButton text={callbackUrl} label={`Copy the callback address of ${shown}`} />
            </span>
          ),
        }}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" refusal={refusal} aria-label={`Rename ${shown}`} onClick={() => onAction("rename")}>
          Rename
        </Button>
        <Button
          size="sm"
          refusal={refusal}
          aria-label={`Replace keys: ${shown}`}
          onClick={() => onAction("rotate")}
        >
          Replace keys
        </Button>
        {asksSelfie !== null && (
          <Button
            size="sm"
            look={asksSelfie ? "danger-quiet" : "secondary"}
            refusal={refusal}
            aria-label={`Ask for ${asksSelfie ? "no" : "a"} selfie: ${shown}`}
            onClick={() => onAction("selfie")}
          >
            {asksSelfie ? "Ask for no selfie" : "Ask for a selfie"}
          </Button>
        )}
        <Button
          size="sm"
          look="danger-quiet"
          refusal={refusal}
          aria-label={`Switch ${isActive ? "off" : "on"} ${shown}`}
          onClick={() => onAction("switch")}
        >
          {isActive ? "Switch off" : "Switch on"}
        </Button>
        <Button
          size="sm"
          look="danger-quiet"
          refusal={refusal}
          aria-label={`Remove ${shown}`}
          onClick={() => onAction("remove")}
        >
          Remove
        </Button>
      </div>
    </Card>
  );
};

type SectionProps = {
  refusal: string | null;
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
  onAdded: (mode: Mode) => void;
};

/** Companies that check identities, below the identity providers. */
export const VendorsSection = ({ refusal, isAdding, onAdding, onAdded }: SectionProps) => {
  const mode = useMode();
  const [chosen, setChosen] = useState<{ action: Action; id: string } | null>(null);
  const query = useQuery(useTRPC().vendors.list.queryOptions());
  const close = (): void => setChosen(null);
  const chosenFor = (action: Action): Vendor | null =>
    (chosen?.action === action && query.data?.find(({ id }) => id === chosen.id)) || null;
  return (
    <section aria-labelledby="vendors" className="mt-10 grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 id="vendors" className="text-base font-semibold">
            Vendors
          </h2>
          <p className="text-sm text-soft">
            {NAMES} check a document under your contract. Only the answer about the age is kept.
          </p>
        </div>
        <Button refusal={refusal} onClick={() => onAdding(true)}>
          <Plus size={15} aria-hidden="true" />
          Add vendor
        </Button>
      </div>
      <QueryView query={query} skeleton={<CardSkeleton rows={2} />}>
        {(vendors) => {
          const shown = vendors.filter((vendor) => vendor.mode === mode);
          return (
            <div className="grid gap-4">
              {shown.length === 0 && <p className="text-sm text-soft">{`No ${mode} vendors.`}</p>}
              {shown.map((vendor) => (
                <VendorCard
                  key={vendor.id}
                  vendor={vendor}
                  refusal={refusal}
                  onAction={(action) => setChosen({ action, id: vendor.id })}
                />
              ))}
            </div>
          );
        }}
      </QueryView>
      <AddVendorDialog
        of={isAdding && refusal === null && mode}
        onDone={(added) => onAdded(added.mode)}
        onClose={() => onAdding(false)}
      />
      <RotateVendorDialog of={chosenFor("rotate")} onClose={close} />
      <SelfieVendorDialog of={chosenFor("selfie")} onClose={close} />
      <SwitchVendorDialog of={chosenFor("switch")} onClose={close} />
      <RenameVendorDialog of={chosenFor("rename")} onClose={close} />
      <RemoveVendorDialog of={chosenFor("remove")} onClose={close} />
    </section>
  );
};
