"use client";
import { type ComponentType, type ReactNode, Suspense, use, useState } from "react";
import { Button } from "#kit/button.tsx";
import { isLeaveGuarded } from "#kit/leave-guard.ts";
import { ErrorState } from "#kit/states.tsx";
import { isGone, loadAgain } from "./load-again.ts";

/** Why a part is missing. */
export type Failure = {
  /** The service runs a newer build than the page: only a reload brings the part. */
  isOutdated: boolean;
};

type Outcome<Props> = { Part: ComponentType<Props>; failure: null } | { failure: Failure };

type Missing<Props> = { props: Props; failure: Failure; again: () => void };

// Nothing guards what is typed in an open dialog.
const hasTyped = (): boolean =>
  isLeaveGuarded() || document.querySelector("[role=dialog] :is(input:not([type=radio]), textarea)") !== null;

type PartMissingProps = { failure: Failure; again: () => void };

/** Says that a part did not load, in its place: the rest of the page stays as it is. */
export const PartMissing = ({ failure: { isOutdated }, again }: PartMissingProps) => {
  const isHeld = isOutdated && hasTyped();
  const next = isHeld ? "Save what you changed, then reload the page." : "Reload the page to go on.";
  return (
    <ErrorState
      title="This part did not load"
      message={
        isOutdated
          ? `The service was updated after you opened this page. ${next}`
          : "Check your connection, then try again. What you typed is still here."
      }
      onRetry={again}
    >
      {isOutdated && !isHeld && <Button onClick={() => window.location.reload()}>Reload the page</Button>}
    </ErrorState>
  );
};

type DrawnProps<Props> = {
  outcome: Promise<Outcome<Props>>;
  props: Props;
  missing: (missing: Missing<Props>) => ReactNode;
  again: () => void;
};

const Drawn = <Props extends object>({ outcome, props, missing, again }: DrawnProps<Props>) => {
  const found = use(outcome);
  if (found.failure !== null) return missing({ props, failure: found.failure, again });
  const { Part } = found;
  return <Part {...props} />;
};

type Options<Props> = {
  /** Drawn until the part is there; absent: nothing. */
  waiting?: (props: Props) => ReactNode;
  /** Drawn in place of the part when it did not load; absent: a text with another try. */
  missing?: (missing: Missing<Props>) => ReactNode;
};

/**
 * A part of a page whose script is loaded when the part is first drawn. Unlike React's `lazy()`, it never takes the page
 * down and keeps no failure: the file is asked for a few times, then the part's place says that it is missing, and another
 * try, or the next time that the part is drawn, begins again.
 * @param load imports the part: `() => import("./part.tsx").then(({ Part }) => Part)`
 * @returns the component; its `prepare` loads the script ahead
 */
export const late = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  {
    waiting = () => null,
    missing = ({ failure, again }) => <PartMissing failure={failure} again={again} />,
  }: Options<Props> = {},
) => {
  let held: Promise<Outcome<Props>> | undefined;
  const find = async (): Promise<Outcome<Props>> => {
    try {
      return { Part: await loadAgain(load), failure: null };
    } catch (thrown) {
      const isOutdated = await isGone(thrown);
      held = undefined;
      return { failure: { isOutdated } };
    }
  };
  const begin = (): Promise<Outcome<Props>> => {
    held ??= find();
    return held;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each module
  const Late = (props: Props) => {
    const [outcome, setOutcome] = useState(begin);
    return (
      <Suspense fallback={waiting(props)}>
        <Drawn outcome={outcome} props={props} missing={missing} again={() => setOutcome(begin())} />
      </Suspense>
    );
  };
  return Object.assign(Late, { prepare: (): void => void begin() });
};
