import { Foreseen } from "../lib/foreseen.ts";
import { freePort, isFree } from "./ports.ts";

const USUAL = 3000;

/** The port that was asked for, exactly; or the usual one, or the next that is free. */
export async function choosePort(wanted: string | undefined, host = "0.0.0.0"): Promise<number> {
  if (wanted === undefined) return freePort(USUAL, host);
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Foreseen(`PORT is "${wanted}": expected a whole number from 1 to 65535.`);
  }
  if (await isFree(port, host)) return port;
  throw new Foreseen(
    `Port ${port} cannot be used: another program listens there, or this user may not.\n` +
      "Set PORT to another one, or leave it out and the next free one is taken.",
  );
}
