import type { Metadata } from "next";
import { currentWords } from "#app/page-words.ts";
import { NoticePage } from "#hosted/screens/broken-page.tsx";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: (await currentWords()).texts.wallet.elsewhere.title },
});

export default async function Page() {
  const words = await currentWords();
  return <NoticePage words={words} notice={words.texts.wallet.elsewhere} />;
}
