"use client";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";
import { page } from "#hosted/texts/en-page.ts";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Props) {
  return <BrokenPage texts={page} reference={error.digest} retry={reset} />;
}
