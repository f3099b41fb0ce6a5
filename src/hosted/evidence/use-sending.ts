"use client";
import { useEffect, useRef, useState } from "react";
import type { Problem } from "#hosted/view.ts";
import type { Parcel } from "./ask-state.ts";
import { type SendPhase, type Sent, sendEvidence } from "./send-evidence.ts";

/** After this long, the page says that it takes long, and offers to stop waiting. */
const SLOW_MS = 10_000;

/** What the page says to a person who stopped waiting: what is known of the parcel then. */
const STOPPED_AT: Readonly<Record<SendPhase, string>> = {
  sending: "EVIDENCE_STOPPED",
  reading: "EVIDENCE_READING",
  waiting: "EVIDENCE_UNSURE",
  unsure: "EVIDENCE_UNSURE",
};

export type Sending = {
  /** Null: nothing is on its way. */
  phase: SendPhase | null;
  /** Of the bytes, 0 to 1. */
  share: number;
  isSlow: boolean;
  /** Stops waiting, at once. */
  stop: () => void;
};

/** Sends one parcel at a time, and tells how far it is. */
export const useSending = () => {
  const [phase, setPhase] = useState<SendPhase | null>(null);
  const [share, setShare] = useState(0);
  const [isSlow, setSlow] = useState(false);
  const leaving = useRef<AbortController | null>(null);
  const isBusy = phase !== null;

  useEffect(() => {
    setSlow(false);
    if (!isBusy) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  useEffect(() => () => leaving.current?.abort(), []);

  const send = async (parcel: Parcel): Promise<Sent> => {
    leaving.current = new AbortController();
    setShare(0);
    setPhase("sending");
    const { signal: left } = leaving.current;
    const sent = await sendEvidence(parcel, { onPhase: setPhase, onShare: setShare, left });
    setPhase(null);
    return sent;
  };

  return { phase, share, isSlow, stop: () => leaving.current?.abort(), send } as const;
};

/** The refusal to show once a parcel has been sent; null: the page itself shows the finding. */
export const refusalOf = (sent: Sent): Problem | null => {
  if (sent.kind === "checked") return null;
  const code = sent.kind === "stopped" ? STOPPED_AT[sent.at] : sent.code;
  return { code, reason: null, isRefusal: true };
};
