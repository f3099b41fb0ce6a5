"use client";
import { BrokenPage } from "#hosted/screens/broken-page.tsx";
import { page } from "#hosted/texts/en.ts";
import "#kit/tokens.css";
import "#kit/base.css";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Takes the place of the root layout when that itself breaks, in English: what knew the language has gone with it. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang="en">
      <body>
        <BrokenPage texts={page} reference={error.digest} retry={reset} />
      </body>
    </html>
  );
}
