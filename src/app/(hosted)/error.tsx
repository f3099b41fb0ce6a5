"use client";
import { BrokenPage } from "#ui/hosted/broken-page.tsx";
import { useWords } from "#ui/hosted/words-context.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Props) {
  return <BrokenPage texts={useWords().texts} reference={error.digest} retry={reset} />;
}
