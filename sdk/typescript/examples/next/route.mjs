// app/hooks/age/route.ts of a Next.js project. LINTEL_WEBHOOK_SECRET holds the endpoint's secret.
import { handler } from "../handler.mjs";

export const POST = handler.fetch;
