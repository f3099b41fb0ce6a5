import type { ReactNode } from "react";
import { currentWords } from "#app/page-words.ts";
import { WordsProvider } from "#hosted/frame/words-context.tsx";

export const dynamic = "force-dynamic";

/** Each hosted page is a single card with nothing around it, in one language. */
export default async function Layout({ children }: { children: ReactNode }) {
  const { language, texts } = await currentWords();
  return (
    <WordsProvider language={language} texts={texts}>
      {children}
    </WordsProvider>
  );
}
