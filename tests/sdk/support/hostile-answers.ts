import type { Seeded } from "../../support/world/seeded.ts";
import { BROKEN, bodies, framing, interim } from "./hostile-bodies.ts";
import {
  echoes,
  errors,
  isPlainSuccess,
  JSON_TYPES,
  redirects,
  STATUSES,
  statuses,
  TYPES,
  types,
} from "./hostile-heads.ts";
import { GOOD, HOSTILE_KEY, type HostileAnswer, json, type Made, problem, wire } from "./hostile-wire.ts";

const GROUPS = { statuses, types, bodies, framing, interim, redirects, echoes, errors };

/** All kinds, and as many mixtures of them that chance puts together. The same seed makes the same answers. */
export const hostileAnswers = (chance: Seeded, mixtures: number): HostileAnswer[] => {
  const answers: HostileAnswer[] = [];
  const add = (
    id: string,
    { bytes, end = true, dripMs, result, orError = false, maxRetries = 0 }: Made,
  ): void => {
    const operation = answers.length % 2 === 0 ? "status" : "validate";
    const step = {
      bytes: bytes.toString("base64"),
      end,
      times: 10,
      ...(dripMs === undefined ? {} : { dripMs }),
    };
    answers.push({
      id,
      operation,
      maxRetries,
      step,
      orError: orError || result === undefined,
      ...(result === undefined ? {} : { result }),
    });
  };
  for (const make of Object.values(GROUPS)) make(add);
  for (let at = 0; at < mixtures; at += 1) {
    const status = chance.pick(STATUSES);
    const body = chance.pick([...BROKEN, problem(), problem({ message: HOSTILE_KEY })]);
    const headers = [
      `Retry-After: ${chance.pick(["0", "5", HOSTILE_KEY])}`,
      `X-${chance.pick(["A", "Request-Id"])}: ${chance.pick([HOSTILE_KEY, "\u00e9", ""])}`,
    ];
    const bytes = wire({
      status,
      type: chance.pick([...TYPES, ...JSON_TYPES]),
      headers,
      reason: chance.pick(["", HOSTILE_KEY, "OK"]),
      body,
    });
    const cut = chance.below(3) === 0 ? bytes.subarray(0, chance.below(bytes.length)) : bytes;
    const isProblem = cut === bytes && isPlainSuccess(status) && body.startsWith('{"code"');
    add(`mixture-${at}`, { bytes: cut, ...(isProblem ? { result: JSON.parse(body), orError: true } : {}) });
  }
  add("good-status", { bytes: wire({ body: json(GOOD.status) }), result: GOOD.status });
  add("good-validate", { bytes: wire({ body: json(GOOD.validate) }), result: GOOD.validate });
  return answers;
};
