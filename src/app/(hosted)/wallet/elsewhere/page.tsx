import type { Metadata } from "next";
import { currentWords } from "#app/page-words.ts";
import { NoticePage } from "#hosted/screens/broken-page.tsx";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** For a wallet, or an identity provider, that came back to the wrong place. */
const noticeOf = async ({ searchParams }: Props) => {
  const words = await currentWords();
  const { title, wallet, walletNext, provider, providerNext } = words.texts.elsewhere;
  const isProvider = (await searchParams).by === "provider";
  const said = isProvider ? { text: provider, next: providerNext } : { text: wallet, next: walletNext };
  return { words, notice: { title, ...said } };
};

export const generateMetadata = async (props: Props): Promise<Metadata> => ({
  title: { absolute: (await noticeOf(props)).notice.title },
});

export default async function Page(props: Props) {
  return <NoticePage {...(await noticeOf(props))} />;
}
