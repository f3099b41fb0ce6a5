import { DoorClosed } from "lucide-react";
import { ButtonLink } from "../../kit/button-link.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";

/** A tenant that is not theirs, or none at all: told alike. */
export const StrangerScreen = () => (
  <main className="grid min-h-dvh place-items-center p-6">
    <h1 className="sr-only">No such tenant</h1>
    <EmptyState
      icon={DoorClosed}
      title="You do not have access to this tenant"
      action={
        <ButtonLink look="primary" href="/console">
          Go to your tenants
        </ButtonLink>
      }
    >
      The address may be wrong, or your membership has ended. Ask an admin of the tenant for an invitation.
    </EmptyState>
  </main>
);
