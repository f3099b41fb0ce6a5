"use client";
import { LogIn } from "lucide-react";
import { useState } from "react";
import { startSignIn, TooManySignIns } from "#console/session/sign-in.ts";
import { Button } from "#kit/button.tsx";
import { Notice } from "#kit/states.tsx";
import { Gate } from "./gate.tsx";
import { wayToInvitation } from "./invitation.tsx";
import { signInProblem } from "./sign-in-problem.ts";

type Props = {
  /** The identity provider's name; null when none is configured. */
  provider: string | null;
  returnPath: string;
  error: string | null;
};

export const SignIn = ({ provider, returnPath, error }: Props) => {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const begin = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    await startSignIn(wayToInvitation(returnPath)).catch((thrown: unknown) => {
      setIsBusy(false);
      setFailure(thrown instanceof TooManySignIns ? "too_many_attempts" : "unreachable");
    });
  };
  const code = failure ?? error;
  const problem = code === null ? null : signInProblem(code);
  return (
    <Gate>
      <h1 className="text-3xl tracking-tighter">Sign in to the console</h1>
      <p className="mt-3 text-md text-soft">
        Manage your tenant's verifications, keys, webhooks and settings. Sign in with your organisation's
        identity provider; this service stores no password.
      </p>
      <div className="mt-7 grid gap-4">
        {problem && <Notice tone={problem.isHarmless ? "info" : "danger"}>{problem.text}</Notice>}
        {provider === null ? (
          <Notice tone="warn">
            Sign-in is not set up: this deployment has no identity provider. Its operator sets one with
            CONSOLE_PROVIDER.
          </Notice>
        ) : (
          <Button look="primary" size="lg" isBusy={isBusy} onClick={begin}>
            {!isBusy && <LogIn size={17} aria-hidden="true" />}
            Continue with {provider}
          </Button>
        )}
        <p className="text-sm text-soft">
          The <a href="/docs">documentation</a> needs no sign-in.
        </p>
      </div>
    </Gate>
  );
};
