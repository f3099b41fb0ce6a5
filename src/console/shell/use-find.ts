"use client";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import type { UseFind } from "./palette.tsx";

const PAUSE_MS = 150;
const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 500;

/**
 * The text to look up, once typing pauses.
 * @returns `text`: null while it is too short or still being typed
 */
export const useTypedText = (typed: string): { text: string | null; isTyping: boolean } => {
  const wanted = typed.trim().slice(0, MAX_CHARACTERS);
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isLongEnough = wanted.length >= MIN_CHARACTERS;
  const isCurrent = isLongEnough && text === wanted;
  return { text: isCurrent ? text : null, isTyping: isLongEnough && !isCurrent };
};

/** Looks up the text typed into the palette once typing pauses. */
export const useFind: UseFind = (typed) => {
  const { text, isTyping } = useTypedText(typed);
  const { data, isFetching } = useQuery(
    useTRPC().reports.find.queryOptions(text === null ? skipToken : { text }),
  );
  return { finds: text === null ? undefined : data, isSearching: isTyping || (text !== null && isFetching) };
};
