import { Button } from "../../kit/button.tsx";

type Props = { isActive: boolean; refusal: string | null; onClose: () => void };

/** What cannot be undone from here. */
export const DangerZone = ({ isActive, refusal, onClose }: Props) => (
  <section className="rounded-lg border border-danger-line bg-surface shadow-card">
    <h2 className="px-4 pt-3 text-base tracking-normal text-danger">Danger zone</h2>
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="max-w-xl">
        <h3 className="text-sm font-medium tracking-normal">Close this tenant</h3>
        <p className="text-sm text-soft">
          {isActive
            ? "Every key is revoked at once and no verification can be started. What was recorded stays readable; only the operator of this deployment can open the tenant again."
            : "It is closed. Only the operator of this deployment can open it again."}
        </p>
      </div>
      {isActive && (
        <Button look="danger-quiet" refusal={refusal} onClick={onClose}>
          Close tenant
        </Button>
      )}
    </div>
  </section>
);
