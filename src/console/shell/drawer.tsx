"use client";
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyle } from "#kit/styles.ts";

type Props = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The sidebar on a phone. */
export const Drawer = ({ isOpen, onClose, children }: Props) => (
  <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 lg:hidden" />
      <Dialog.Popup className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] bg-paper shadow-pop transition-[translate] duration-200 ease-calm data-ending-style:-translate-x-full data-starting-style:-translate-x-full motion-reduce:transition-none lg:hidden">
        <Dialog.Title className="sr-only">Menu</Dialog.Title>
        {children}
        <Dialog.Close
          aria-label="Close menu"
          className={buttonStyle("ghost", "icon", "absolute top-2.5 right-2.5")}
        >
          <X size={17} aria-hidden="true" />
        </Dialog.Close>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
