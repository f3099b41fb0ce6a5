import { Button } from "../../kit/button.tsx";
import { ErrorState } from "../../kit/error-state.tsx";
import { Spinner } from "../../kit/spinner.tsx";
import type { Problem } from "../session/problem.ts";

type Props = { problem: Problem | null; onRetry: () => void; onSignOut: () => void };

/** While it is found out who is here. */
export const EntranceScreen = ({ problem, onRetry, onSignOut }: Props) => (
  <main className="grid min-h-dvh place-items-center p-6">
    {problem ? (
      <div className="grid justify-items-center">
        <ErrorState
          title={problem.code === "SIGN_UP_CLOSED" ? "You need an invitation" : "You cannot enter yet"}
          message={problem.message}
          requestId={problem.requestId}
          onRetry={onRetry}
        />
        <Button look="ghost" onClick={onSignOut}>
          Sign out
        </Button>
      </div>
    ) : (
      <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
        <Spinner />
        Opening the console…
      </p>
    )}
  </main>
);
