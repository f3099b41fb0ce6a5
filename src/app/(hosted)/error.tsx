"use client";
import { useWords } from "#hosted/frame/words-context.tsx";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Props) {
  return <BrokenPage texts={useWords().texts} reference={error.digest} retry={reset} />;
}
