"use client";
import { useRouter } from "next/navigation";
import { useRef, useState, useTransition } from "react";
import type { Problem } from "#hosted/view.ts";
import { newKey, statePathOf } from "./ask-state.ts";
import type { Sent } from "./send-evidence.ts";
import { refusalOf, type Sending, useSending } from "./use-sending.ts";

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
  method: string;
  action: string;
  /** The page's address without a problem in its query. */
  pagePath: string;
  problem: Problem | null;
  attemptsLeft: number;
  /** For the hidden field of a form that is sent without scripts. */
  formKey: string;
};

/** It was not judged: sent again, the same photo or code keeps its key. */
const NOT_JUDGED: readonly string[] = [
  "CHECK_IN_PROGRESS",
  "DATABASE_ERROR",
  "INTERNAL_ERROR",
  "NETWORK",
  "SERVICE_UNAVAILABLE",
];

const isJudged = (sent: Sent): boolean =>
  sent.kind === "checked" || (sent.kind === "refused" && !NOT_JUDGED.includes(sent.code));

/** @param judged the page's last finding when the refusal was shown: with a newer one, it is out of date */
type Refused = { problem: Problem; judged: string };

/** Sends evidence, one piece at a time. */
export const useEvidence = ({ method, action, pagePath, problem, attemptsLeft }: EvidenceForm) => {
  const showOutcome = useOutcome(pagePath);
  const sending = useSending();
  const isBusy = useRef<boolean>(false);
  const kept = useRef<{ source: unknown; key: string } | null>(null);
  const [isPreparing, setPreparing] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isRefreshing, startRefresh] = useTransition();
  const [isLeft, setLeft] = useState(false);
  const judged = `${problem?.code}.${problem?.reason}.${attemptsLeft}`;

  const keyFor = (source: unknown): string => {
    const before = kept.current;
    const key = before && before.source === source ? before.key : newKey();
    kept.current = { source, key };
    return key;
  };

  /**
   * @param source what is sent, as the person chose it: while it has not been judged, it keeps its key
   * @param prepare makes the body
   * @returns whether it was checked: refused evidence can be sent again unchanged
   */
  const submit = async (source: unknown, prepare: () => Promise<Blob | string>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setRefused(null);
    setLeft(false);
    setPreparing(true);
    const body = await prepare();
    setPreparing(false);
    const statePath = statePathOf(pagePath);
    const sent = await sending.send({ path: action, statePath, method, key: keyFor(source), body });
    if (isJudged(sent)) kept.current = null;
    const refusal = refusalOf(sent);
    if (refusal) setRefused({ problem: refusal, judged });
    const isOver = refusal?.code === "VERIFICATION_ALREADY_COMPLETED";
    if (sent.kind === "checked" || isOver) startRefresh(showOutcome);
    isBusy.current = false;
    return sent.kind === "checked";
  };

  // What was found is being fetched: a page that does not come must not hold the form.
  const isShowing = isRefreshing && !isLeft;
  const shown: Sending = {
    ...sending,
    phase: sending.phase ?? (isShowing ? "reading" : null),
    stop: () => {
      sending.stop();
      setLeft(true);
    },
  };
  return {
    isBusy: isPreparing || shown.phase !== null,
    isPreparing,
    sending: shown,
    refusal: refused?.judged === judged ? refused.problem : null,
    submit,
  } as const;
};
