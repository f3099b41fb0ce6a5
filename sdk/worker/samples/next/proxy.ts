// The age check before a Next.js site on Vercel: this file and worker.js, both at the root of your project (or in src). Next.js
// before version 16 calls it middleware.ts, and its function middleware. The variables are those of the Worker.
import { type NextRequest, NextResponse } from "next/server";
import { judge } from "../../worker.js"; // "./worker.js" in your project

/** Runs before every request: without a matcher, nothing of the site is left out. */
export async function proxy(request: NextRequest): Promise<Response> {
  const decision = await judge(request, process.env, request.headers.get("x-real-ip"));
  if (decision instanceof Response) return decision;
  const answer = NextResponse.next({ request: { headers: decision.headers } });
  if (!decision.isOpen) {
    // No cache may give it to another visitor.
    answer.headers.set("Cache-Control", "private, no-store");
    answer.headers.set("Vary", "Cookie");
  }
  return answer;
}
