"use client";
import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import type { Problem } from "#hosted/view.ts";
import { sendPatiently } from "./send-evidence.ts";

export type Phase = "ready" | "preparing" | "sending" | "waiting" | "checking";

/**
 * Sends evidence once at a time. What was found is shown by the page itself, fetched anew: there is one way to
 * draw an outcome, with JavaScript and without.
 * @param pagePath the page's address without a problem in its query
 * @param attemptsLeft what the page shows: tells whether something was heard although no answer came back
 */
export const useEvidence = (path: string, pagePath: string, attemptsLeft: number) => {
  const router = useRouter();
  const isBusy = useRef<boolean>(false);
  const [phase, setPhase] = useState<Phase>("ready");
  const [share, setShare] = useState(0);
  const [refusal, setRefusal] = useState<(Problem & { number: number }) | null>(null);
  const [isRefreshing, startRefresh] = useTransition();

  const refuse = (code: string): void =>
    setRefusal((before) => ({ code, reason: null, isRefusal: true, number: (before?.number ?? 0) + 1 }));

  const onProgress = (sent: number): void => {
    setShare(sent);
    if (sent === 1) setPhase("checking");
  };

  /** @returns whether it was looked at: what was refused can be sent again as it is */
  const submit = async (prepare: () => Promise<Blob | string>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setRefusal(null);
    setShare(0);
    setPhase("preparing");
    const body = await prepare();
    setPhase("sending");
    const sent = await sendPatiently(path, body, attemptsLeft, {
      onProgress,
      onAway: () => setPhase("waiting"),
      onBack: () => setPhase("sending"),
    });
    if (sent.kind === "refused") refuse(sent.code);
    const isOver = sent.kind === "refused" && sent.code === "VERIFICATION_ALREADY_COMPLETED";
    startRefresh(() => {
      if (sent.kind === "checked" || isOver) {
        router.replace(pagePath, { scroll: false });
        router.refresh();
      }
      setPhase("ready");
    });
    isBusy.current = false;
    return sent.kind === "checked";
  };

  return { phase: isRefreshing && phase === "ready" ? "checking" : phase, share, refusal, submit } as const;
};
