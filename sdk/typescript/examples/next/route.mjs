// app/hooks/age/route.ts of a Next.js project. LINTEL_WEBHOOK_SECRET holds the endpoint's secret.
import { receiver } from "@lintel/sdk/webhooks";
import { fulfil } from "../fulfil.mjs";

export const POST = receiver((event) => fulfil(event));
