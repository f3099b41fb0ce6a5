"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { Button } from "#kit/button.tsx";
import { Segmented } from "#kit/choices.tsx";
import { CopyButton } from "#kit/copy.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { late } from "#kit/late/late.tsx";
import { Facts } from "#kit/page-layout.tsx";
import { Skeleton } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { GateLeaks } from "./gate-leaks.tsx";
import { GateSetup } from "./gate-setup.tsx";
import { ageText, type Gate, lifetimeText } from "./gate-words.ts";

const Traffic = late(() => import("./gate-traffic.tsx").then((module) => module.GateTraffic), {
  waiting: () => <Skeleton className="h-64 rounded-md" />,
});

const VIEWS = [
  { value: "facts", label: "About" },
  { value: "setup", label: "Set up" },
  { value: "leaks", label: "Leaks" },
  { value: "traffic", label: "Traffic" },
] as const;
type View = (typeof VIEWS)[number]["value"];

export type GateChange = "edit" | "rotate" | "remove";

const Id = ({ siteId }: { siteId: string }) => (
  <span className="flex items-center gap-2">
    <code className="min-w-0 text-xs break-all">{siteId}</code>
    <CopyButton text={siteId} label="Copy the site ID" />
  </span>
);

type AboutProps = { gate: Gate; refusal: string | null; onChange: (change: GateChange) => void };

const About = ({ gate, refusal, onChange }: AboutProps) => (
  <>
    <Facts
      facts={{
        "Site ID": <Id siteId={gate.siteId} />,
        Address: gate.origin,
        "Asks for": ageText(gate),
        "A proof counts": lifetimeText(gate.lifetimeSeconds),
        "Stays open": gate.openPaths.length === 0 ? "Nothing" : gate.openPaths.join(", "),
        Cookie: <code className="text-xs break-all">{gate.cookieName}</code>,
        Secret: gate.previousSecretUntil ? (
          <>
            Two: the old one ends <Time at={gate.previousSecretUntil} />
          </>
        ) : (
          "One"
        ),
        Added: <Time at={gate.createdAt} as="long" />,
      }}
    />
    <div className="flex flex-wrap gap-2">
      <Button refusal={refusal} onClick={() => onChange("edit")}>
        Edit
      </Button>
      <Button refusal={refusal} onClick={() => onChange("rotate")}>
        Rotate secret
      </Button>
      <Button look="danger-quiet" refusal={refusal} onClick={() => onChange("remove")}>
        Remove
      </Button>
    </div>
  </>
);

type Props = { gate: Gate | null; onChange: (change: GateChange) => void; onClose: () => void };

/** Everything about one gate: what it is, what its server needs, and what happens at it. */
export const GateDialog = ({ gate, onChange, onClose }: Props) => {
  const { refusal } = useAccess();
  const [view, setView] = useState<View>("facts");
  return (
    <Dialog
      isOpen={gate !== null}
      onClose={onClose}
      title={gate?.name ?? "Gate"}
      about={gate?.origin}
      size="lg"
    >
      {gate && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Segmented label="View" value={view} options={VIEWS} isWide onChange={setView} />
          {view === "facts" && <About gate={gate} refusal={refusal("keys.write")} onChange={onChange} />}
          {view === "setup" && <GateSetup gate={gate} />}
          {view === "leaks" && <GateLeaks key={gate.siteId} gate={gate} refusal={refusal("keys.write")} />}
          {view === "traffic" && <Traffic gate={gate} />}
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
};
