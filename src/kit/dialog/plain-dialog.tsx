"use client";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Button } from "#kit/button.tsx";
import { type Failure, PartMissing } from "#kit/late/late.tsx";
import { DialogActions } from "./dialog-parts.tsx";

type PlainDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  about?: ReactNode;
  children: ReactNode;
};

/** A dialog of the browser's own, which comes with the page: it opens where no further script can be loaded. */
export const PlainDialog = ({ isOpen, onClose, title, about, children }: PlainDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen) element?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={isOpen ? `${id}-title` : undefined}
      aria-describedby={isOpen && about ? `${id}-about` : undefined}
      // Closing it from here announces itself too.
      onClose={() => isOpen && onClose()}
      className="m-auto w-[min(28rem,calc(100vw-1.5rem))] animate-appear rounded-xl bg-surface p-0 text-ink shadow-pop backdrop:bg-scrim motion-reduce:animate-none"
    >
      {isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 sm:p-6">
          <header className="grid gap-1 wrap-anywhere">
            <h2 id={`${id}-title`} className="text-lg">
              {title}
            </h2>
            {about && (
              <p id={`${id}-about`} className="text-sm text-soft">
                {about}
              </p>
            )}
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
};

type MissingDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  failure: Failure;
  again: () => void;
};

/** In place of a dialog whose script did not load. Opening it once more is another try. */
export const MissingDialog = ({ isOpen, onClose, title, failure, again }: MissingDialogProps) => {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (isOpen && !wasOpen.current) again();
    wasOpen.current = isOpen;
  });
  return (
    <PlainDialog isOpen={isOpen} onClose={onClose} title={title}>
      <PartMissing failure={failure} again={again} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </PlainDialog>
  );
};
