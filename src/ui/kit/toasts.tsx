"use client";
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyle } from "./button-style.ts";

const List = () => {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex w-full items-start gap-2.5 rounded-lg bg-surface p-3.5 shadow-pop transition-[opacity,translate] duration-200 ease-calm data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      {toast.type === "error" ? (
        <CircleAlert size={17} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      ) : (
        <CircleCheck size={17} className="mt-0.5 shrink-0 text-ok" aria-hidden="true" />
      )}
      <Toast.Content className="grid min-w-0 grow gap-0.5 text-sm">
        <Toast.Title className="text-sm font-medium tracking-normal" />
        <Toast.Description className="text-xs text-soft" />
      </Toast.Content>
      <Toast.Close aria-label="Dismiss" className={buttonStyle("ghost", "icon-sm", "-my-1 -mr-1.5")}>
        <X size={14} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ));
};

/** Short words on what was done, in the corner of the screen. */
export const Toasts = ({ children }: { children: ReactNode }) => (
  <Toast.Provider timeout={5000} limit={4}>
    {children}
    <Toast.Portal>
      <Toast.Viewport className="fixed right-4 bottom-4 z-70 grid w-[min(22rem,calc(100vw-2rem))] gap-2">
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);
