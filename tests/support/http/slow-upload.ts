import type { Deps } from "#services/context.ts";
import { BASE_URL } from "../world/service.ts";
import { hostedEvidence } from "./handlers.ts";

/** An upload to the sandbox whose bytes come only when the test says so. */
export const slowUpload = async (
  deps: Deps,
  secret: string,
  { address = "203.0.113.1", body = "poor_document" } = {},
) => {
  const reading = Promise.withResolvers<void>();
  const bytes = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reading.resolve();
        await bytes.promise;
        controller.enqueue(new TextEncoder().encode(body));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { accept: "application/json", "x-forwarded-for": address };
  const init = { method: "POST", headers, body: stream, duplex: "half" } as const;
  const request = new Request(`${BASE_URL}/v/${secret}/sandbox`, init);
  const answer = hostedEvidence(deps, request, { secret, method: "sandbox" });
  await reading.promise;
  return { answer, send: bytes.resolve };
};
