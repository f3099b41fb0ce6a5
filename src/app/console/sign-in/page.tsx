import type { Metadata } from "next";
import { getDeps } from "#runtime.ts";
import { safeReturnPath } from "#ui/console/session/sign-in.ts";
import { SignIn } from "#ui/console/sign-in/sign-in.tsx";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> };

const one = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const { identity } = await getDeps();
  return (
    <SignIn
      provider={identity?.signIn.name ?? null}
      returnPath={safeReturnPath(one(callbackUrl))}
      error={one(error)}
    />
  );
}
