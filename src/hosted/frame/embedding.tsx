"use client";
import { useEffect } from "react";
import { findEmbedder, tell } from "./embedder.ts";

type EmbedReporterProps = { embedHosts: readonly string[]; verificationId: string; status: string };

/** Tells the embedder the status, and passes on Escape, which a frame would swallow. Draws nothing. */
export const EmbedReporter = ({ embedHosts, verificationId, status }: EmbedReporterProps) => {
  useEffect(() => {
    const embedder = findEmbedder(embedHosts);
    if (!embedder) return;
    tell(embedder, { type: "status", verificationId, status });
    const onKey = (event: KeyboardEvent): void => {
      // An open dialog of this page takes Escape for itself.
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]"))
        tell(embedder, { type: "close", verificationId, status });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [embedHosts, verificationId, status]);
  return null;
};
