import type { Metadata } from "next";
import { NoticePage } from "#hosted/screens/broken-page.tsx";
import { currentWords } from "./page-words.ts";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: (await currentWords()).texts.missing.title },
});

export default async function NotFound() {
  const words = await currentWords();
  return <NoticePage words={words} notice={words.texts.missing} />;
}
