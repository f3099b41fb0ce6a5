import type { Metadata } from "next";
import { program } from "#app/program.ts";
import { safeReturnPath } from "#console/session/sign-in.ts";
import { SignIn } from "#console/sign-in/sign-in-screen.tsx";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> };

const one = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const { identity } = await program().getDeps();
  return (
    <SignIn
      provider={identity?.signIn.name ?? null}
      returnPath={safeReturnPath(one(callbackUrl))}
      error={one(error)}
    />
  );
}
