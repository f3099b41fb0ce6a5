"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Who came straight to a page of the console, without a session: to the sign-in and back. */
export const ToSignIn = () => {
  const router = useRouter();
  useEffect(() => {
    const { pathname, search } = window.location;
    router.replace(`/console/sign-in?callbackUrl=${encodeURIComponent(`${pathname}${search}`)}`);
  }, [router]);
  return null;
};
