// Chance at its worst, for `npm run test:hunt` alone (NODE_OPTIONS=--import): what is drawn stays unlikely to be drawn twice, but
// begins and ends the way that has broken tests: only digits, a number with an exponent, zeros in front, a word, a sign of base64url.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

const SEED = Number(process.env.LINTEL_HUNT_SEED ?? 1);
const HOW_OFTEN = 4;

let state = (SEED ^ process.pid) | 0;
const draw = () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const below = (limit) => Math.floor(draw() * limit);
const isWorst = () => below(HOW_OFTEN) === 0;
const digits = (count) => Array.from({ length: count }, () => below(10)).join("");

/** Eight hexadecimal digits that a careless reader takes for something else. */
const BEGINNINGS = [
  () => digits(8),
  () => `${digits(2)}e${digits(5)}`,
  () => `0000${digits(4)}`,
  () => `dead${digits(4)}`,
  () => `face${digits(4)}`,
  () => `${digits(4)}cafe`,
];

const random = Math.random;
Math.random = () => (isWorst() ? [0, 1 - 2 ** -53, 0.5][below(3)] : random());

const randomUUID = crypto.randomUUID.bind(crypto);
const worstUuid = (options) => {
  const uuid = randomUUID(options);
  return isWorst() ? BEGINNINGS[below(BEGINNINGS.length)]() + uuid.slice(8) : uuid;
};
crypto.randomUUID = worstUuid;
globalThis.crypto.randomUUID = worstUuid;

/** First and last bytes at the edges of what encodings do with them: DER's sign, base64url's `-` and `_`, text's NUL. */
const EDGES = [0x00, 0xff, 0x7f, 0x80, 0xfb, 0xbf];
const spoil = (bytes) => {
  if (bytes.length < 16 || !isWorst()) return bytes;
  bytes[0] = EDGES[below(EDGES.length)];
  bytes[bytes.length - 1] = EDGES[below(EDGES.length)];
  return bytes;
};
const randomBytes = crypto.randomBytes;
crypto.randomBytes = (size, callback) =>
  callback
    ? randomBytes(size, (error, bytes) => callback(error, error ? bytes : spoil(bytes)))
    : spoil(randomBytes(size));
const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
globalThis.crypto.getRandomValues = (array) => {
  getRandomValues(array);
  if (array instanceof Uint8Array) spoil(array);
  return array;
};
syncBuiltinESMExports();
