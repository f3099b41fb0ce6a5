"use client";
import { Toast } from "@base-ui/react/toast";
import { useMemo } from "react";

export const useToast = () => {
  const { add } = Toast.useToastManager();
  return useMemo(
    () => ({
      done: (title: string, description?: string) => add({ title, ...(description && { description }) }),
      failed: (title: string, description?: string) =>
        add({ title, type: "error", priority: "high", timeout: 9000, ...(description && { description }) }),
    }),
    [add],
  );
};
