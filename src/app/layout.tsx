import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { directionOf } from "#core/language.ts";
import { currentLanguage } from "./page-words.ts";
import "#kit/tokens.css";
import "#kit/base.css";

export const metadata: Metadata = {
  title: { default: "Lintel", template: "%s · Lintel" },
  description: "Open, self-hosted age verification.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f5f4ef" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1210" },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  // A page built ahead of time cannot carry its request's nonce, so its scripts would be refused.
  await connection();
  const language = await currentLanguage();
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>{children}</body>
    </html>
  );
}
