import type { Metadata } from "next";
import { currentWords } from "#app/page-words.ts";
import { ElsewherePage } from "#hosted/screens/broken-page.tsx";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: (await currentWords()).texts.wallet.elsewhere.title },
});

export default async function Page() {
  return <ElsewherePage words={await currentWords()} />;
}
