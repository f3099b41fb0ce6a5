"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Draws nothing; fetches the page anew when what it shows has run out. */
export const RefreshAt = ({ time }: { time: string }) => {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(
      () => router.refresh(),
      Math.max(0, new Date(time).getTime() - Date.now()) + 500,
    );
    return () => clearTimeout(timer);
  }, [router, time]);
  return null;
};
