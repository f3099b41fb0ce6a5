"use client";
import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import type { Problem } from "#hosted/view.ts";
import { sendPatiently } from "./send-evidence.ts";

/** The page itself shows the outcome, fetched again: it is drawn in one place, with or without JavaScript. */
export const useOutcome = (pagePath: string): (() => void) => {
  const router = useRouter();
  return () => {
    // Navigating to a different address fetches the page anyway.
    if (window.location.pathname + window.location.search === pagePath) router.refresh();
    else router.replace(pagePath, { scroll: false });
  };
};

/** What each method's form gets. */
export type EvidenceForm = {
  action: string;
  /** The page's address without a problem in its query. */
  pagePath: string;
  problem: Problem | null;
  attemptsLeft: number;
};

export type Phase = "ready" | "preparing" | "sending" | "waiting" | "checking";

/**
 * Sends evidence, one piece at a time.
 * @param form its `attemptsLeft` shows whether evidence arrived although no answer came back
 */
export const useEvidence = ({ action, pagePath, attemptsLeft }: EvidenceForm) => {
  const showOutcome = useOutcome(pagePath);
  const isBusy = useRef<boolean>(false);
  const [phase, setPhase] = useState<Phase>("ready");
  const [share, setShare] = useState(0);
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const [isRefreshing, startRefresh] = useTransition();

  const onProgress = (sent: number): void => {
    setShare(sent);
    if (sent === 1) setPhase("checking");
  };

  /** @returns whether it was checked: refused evidence can be sent again unchanged */
  const submit = async (prepare: () => Promise<Blob | string>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setRefusal(null);
    setShare(0);
    setPhase("preparing");
    const body = await prepare();
    setPhase("sending");
    const sent = await sendPatiently(action, body, attemptsLeft, {
      onProgress,
      onAway: () => setPhase("waiting"),
      onBack: () => setPhase("sending"),
    });
    if (sent.kind === "refused") setRefusal({ code: sent.code, reason: null, isRefusal: true });
    const isOver = sent.kind === "refused" && sent.code === "VERIFICATION_ALREADY_COMPLETED";
    startRefresh(() => {
      if (sent.kind === "checked" || isOver) showOutcome();
      setPhase("ready");
    });
    isBusy.current = false;
    return sent.kind === "checked";
  };

  return { phase: isRefreshing && phase === "ready" ? "checking" : phase, share, refusal, submit } as const;
};
