"use client";
import { BrokenPage } from "#ui/hosted/broken-page.tsx";
import { LANG } from "#ui/hosted/texts.ts";
import "#ui/tokens.css";
import "#ui/base.css";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Takes the place of the root layout when that itself breaks. */
export default function GlobalError({ error, reset }: Props) {
  return (
    <html lang={LANG}>
      <body>
        <BrokenPage reference={error.digest} retry={reset} />
      </body>
    </html>
  );
}
