import { callApi, listIn } from "../api.ts";
import { CliError } from "../command.ts";
import type { Io } from "../io.ts";
import { fieldIn, textIn } from "../request.ts";
import type { Service } from "../service.ts";
import { isSecret } from "./sign.ts";

/** What a listener is opened with: `POST /listeners`. */
export type ListenerChoice = {
  name: string;
  filter?: { metadataKey: string; metadataValue: string };
  events?: readonly string[];
};

/** Whether it has the form of the service's ids of listeners. */
const isListenerId = (text: string): boolean => /^lsn_[a-z0-9]{1,40}$/.test(text);

/** @throws ApiError; CliError when no answer came, or one that this service does not give */
export async function openListener(
  io: Pick<Io, "fetch" | "signal">,
  service: Service,
  choice: ListenerChoice,
) {
  const body = await callApi(io, service, "/listeners", { what: "Listening is not possible", json: choice });
  const [listenerId = "", secret = ""] = [textIn(body, "listenerId"), textIn(body, "secret")];
  // The id becomes a file's name, and the secret a line that is pasted into a shell: nothing else may be in them.
  if (!isListenerId(listenerId) || !isSecret(secret))
    throw new CliError(`${service.url} is not a Lintel service of this release: it opened no listener.`);
  return { listenerId, secret, mode: textIn(body, "mode") ?? "test" };
}

/** @throws ApiError; CliError when no answer came */
export async function closeListener(
  io: Pick<Io, "fetch" | "signal">,
  service: Service,
  listenerId: string,
): Promise<void> {
  await callApi(io, service, "/listeners/close", {
    what: "The listener was not closed",
    json: { listenerId },
    timeoutMs: 5_000,
  });
}

export type Delivery = {
  deliveryId: string;
  eventId: string;
  attempt: number;
  headers: Record<string, string>;
  body: string;
};

export type Acknowledgement = {
  deliveryId: string;
  attempt: number;
  status: number | null;
  durationMs: number;
  code?: string;
};

/** What a webhook has. A service that is not what it says must not choose the cookies of a local program. */
const FORWARDED = /^(?:content-type|user-agent|x-.+|webhook-.+)$/i;

const deliveryOf = (value: unknown): Delivery[] => {
  const [deliveryId, eventId] = [textIn(value, "deliveryId"), textIn(value, "eventId")];
  const [body, attempt] = [textIn(value, "body"), fieldIn(value, "attempt")];
  const given = fieldIn(value, "headers");
  if (!deliveryId || !eventId || body === undefined || typeof attempt !== "number") return [];
  const headers = Object.entries(typeof given === "object" && given !== null ? given : {}).filter(
    (entry): entry is [string, string] => FORWARDED.test(entry[0]) && typeof entry[1] === "string",
  );
  return [{ deliveryId, eventId, attempt, headers: Object.fromEntries(headers), body }];
};

const SPARE_MS = 10_000;

/**
 * One long poll: acknowledges, and takes what is next.
 * @returns the deliveries, and the ids of acknowledgements that came too late
 * @throws ApiError; CliError when no answer came
 */
export async function poll(
  io: Pick<Io, "fetch" | "signal">,
  service: Service,
  asked: {
    listenerId: string;
    acknowledgements: readonly Acknowledgement[];
    waitSeconds: number;
    limit: number;
  },
): Promise<{ deliveries: Delivery[]; lost: string[] }> {
  const body = await callApi(io, service, "/listeners/deliveries", {
    what: "Events could not be taken",
    json: asked,
    timeoutMs: asked.waitSeconds * 1000 + SPARE_MS,
  });
  return {
    deliveries: listIn(body, "deliveries").flatMap(deliveryOf),
    lost: listIn(body, "lost").filter((id): id is string => typeof id === "string"),
  };
}
