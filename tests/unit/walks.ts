import type { Walk } from "../../scripts/lib/shape.ts";

// What somebody opens to understand one thing, from the outside in. A longer walk is a sign that the way has grown crooked;
// a new file on a way belongs into its list, even where the bar then asks for another to go.
export const WALKS: readonly Walk[] = [
  {
    name: "POST /verify/start",
    most: 9,
    files: [
      "server/rest.ts",
      "http/dispatch.ts",
      "http/endpoints.ts",
      "http/route.ts",
      "contracts/public/verify.ts",
      "http/authenticate.ts",
      "services/check/start.ts",
      "data/verifications/start-verification.ts",
    ],
    jumps: ["contracts/public/verify.ts"],
  },
  {
    // What a new field that is stored changes: what is accepted, which column it decides, the column, the words of the
    // practice statement, and what an erasure leaves of it. The compiler names each; the schema and its migration come first.
    name: "a new field of POST /verify/start",
    most: 6,
    files: [
      "contracts/public/verify.ts",
      "services/check/start.ts",
      "data/sql/tables.ts",
      "data/verifications/appeals.ts",
      "core/practice/stored.ts",
      "data/sql/erasure.ts",
    ],
    jumps: [
      "services/check/start.ts",
      "data/sql/tables.ts",
      "data/verifications/appeals.ts",
      "data/sql/erasure.ts",
    ],
  },
  { name: "the body is read", most: 2, files: ["http/body.ts", "http/input.ts"], jumps: ["http/input.ts"] },
  {
    name: "the tenant is limited",
    most: 5,
    files: [
      "http/authenticate.ts",
      "services/limits.ts",
      "platform/rate-limit.ts",
      "platform/sliding-window.ts",
      "platform/upstash.ts",
    ],
  },
  {
    name: "photo, decided, webhook delivered",
    most: 25,
    files: [
      "hosted/document/document-form.tsx",
      "hosted/evidence/use-evidence.ts",
      "hosted/evidence/send-evidence.ts",
      "app/(hosted)/v/[secret]/[method]/route.ts",
      "http/hosted.ts",
      "http/upload.ts",
      "services/hosted/submit.ts",
      "services/check/page.ts",
      "data/verifications/hosted-page.ts",
      "methods/method.ts",
      "methods/document/document-method.ts",
      "methods/document/process/scan-pool.ts",
      "methods/document/process/scan-process.ts",
      "methods/document/scan.ts",
      "methods/document/assess.ts",
      "services/check/record.ts",
      "services/check/end.ts",
      "services/webhooks/emit.ts",
      "data/webhooks/notify.ts",
      "worker/deliver-webhooks.ts",
      "data/webhooks/webhook-claims.ts",
      "services/webhooks/attempt-delivery.ts",
      "platform/webhooks/sender.ts",
      "worker/result-batcher.ts",
      "data/webhooks/delivery-results.ts",
    ],
    // A request, the program's function by its name, the reader's process, the port that runtime.ts fills, and NOTIFY.
    jumps: [
      "app/(hosted)/v/[secret]/[method]/route.ts",
      "http/hosted.ts",
      "methods/document/document-method.ts",
      "methods/document/process/scan-process.ts",
      "data/webhooks/notify.ts",
      "worker/deliver-webhooks.ts",
    ],
  },
  {
    name: "the list of webhook deliveries in the console",
    most: 14,
    files: [
      "app/console/[tenantId]/webhooks/deliveries/page.tsx",
      "app/console/read-first.tsx",
      "console/webhooks/deliveries-screen.tsx",
      "console/webhooks/delivery-filters.ts",
      "console/webhooks/delivery-table.tsx",
      "console/client/newest-list.tsx",
      "trpc/server.ts",
      "trpc/root.ts",
      "trpc/webhooks.ts",
      "trpc/init.ts",
      "contracts/console/webhooks.ts",
      "services/webhooks/deliveries.ts",
      "data/webhooks/webhook-deliveries.ts",
      "core/webhooks/webhook.ts",
    ],
    // The program's function, by its name.
    jumps: ["trpc/server.ts"],
  },
  {
    // What a new filter changes: its input, what the page shows of it, and the query.
    name: "a filter of the list of webhook deliveries",
    most: 3,
    files: [
      "console/webhooks/delivery-filters.ts",
      "contracts/console/webhooks.ts",
      "data/webhooks/webhook-deliveries.ts",
    ],
    jumps: ["contracts/console/webhooks.ts", "data/webhooks/webhook-deliveries.ts"],
  },
  {
    name: "a gate's check",
    most: 9,
    files: [
      "server/rest.ts",
      "http/gates/answer.ts",
      "http/gates/check.ts",
      "core/gates/addresses.ts",
      "services/gates/open-gates.ts",
      "platform/key-cache.ts",
      "data/tenants/gates.ts",
      "core/gates/cookie.ts",
      "platform/gate-counter.ts",
    ],
    // What runtime.ts puts into the context.
    jumps: ["platform/key-cache.ts", "platform/gate-counter.ts"],
  },
  {
    name: "a visitor's way through a gate",
    most: 11,
    files: [
      "server/rest.ts",
      "http/gates/answer.ts",
      "http/gates/visit.ts",
      "core/gates/addresses.ts",
      "services/gates/open-gates.ts",
      "http/gates/pages.ts",
      "http/gates/visit-cookie.ts",
      "services/gates/visit.ts",
      "services/check/start.ts",
      "services/hosted/return.ts",
      "core/gates/cookie.ts",
    ],
    // The hosted page, which leads back to the gate.
    jumps: ["services/hosted/return.ts"],
  },
  {
    // What a new method is named in, beside its own folder and its texts: the compiler names all but the first and the last.
    name: "a new method",
    most: 8,
    files: [
      "runtime-methods.ts",
      "core/policy/method-id.ts",
      "core/practice/words.ts",
      "methods/method.ts",
      "hosted/practice/texts.ts",
      "hosted/screens/prove-screen.tsx",
      "hosted/screens/method-choice.tsx",
      "console/words/words.ts",
    ],
    // Each is found by its error: the compiler leads there, not an import.
    jumps: [
      "core/practice/words.ts",
      "hosted/practice/texts.ts",
      "hosted/screens/prove-screen.tsx",
      "console/words/words.ts",
    ],
  },
];
