"use client";
import { ErrorState } from "#kit/states.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Shown in place of a page that breaks, within the shell where there is one. */
export default function ConsoleError({ error, reset }: Props) {
  return (
    <>
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState
        title="Something went wrong"
        message="This page ran into a problem. Everything you saved is safe. Try again."
        requestId={error.digest ?? null}
        onRetry={reset}
      />
    </>
  );
}
