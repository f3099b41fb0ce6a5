import { Button } from "#kit/button.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";

type RestoredProps = {
  /** When it was typed, in milliseconds since 1970; null: nothing is restored. */
  at: number | null;
};

/** Says that a part of a page holds what was typed before; the part has a button that discards it. */
export const Restored = ({ at }: RestoredProps) =>
  at !== null && (
    <>
      Restored from <Time at={new Date(at)} />
    </>
  );

/** Says that a form holds what was typed before, and offers to begin without it. */
export const RestoredNotice = ({ at, onStartOver }: RestoredProps & { onStartOver: () => void }) =>
  at !== null && (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status">
          <Restored at={at} />
        </p>
        <Button size="sm" onClick={onStartOver}>
          Start over
        </Button>
      </div>
    </Notice>
  );
