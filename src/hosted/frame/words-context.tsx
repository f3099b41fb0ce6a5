"use client";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Language } from "#core/language.ts";
import type { Texts } from "#hosted/texts/en.ts";
import { type Words, wordsOf } from "#hosted/words.ts";

const WordsContext = createContext<Words | null>(null);

type WordsProviderProps = { language: Language; texts: Texts; children: ReactNode };

/** Gives the client components below it the words of the page's language only. */
export const WordsProvider = ({ language, texts, children }: WordsProviderProps) => {
  const words = useMemo(() => wordsOf(language, texts), [language, texts]);
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>;
};

/** @throws outside a `WordsProvider` */
export const useWords = (): Words => {
  const words = useContext(WordsContext);
  if (!words) throw new Error("useWords needs a WordsProvider above it");
  return words;
};
