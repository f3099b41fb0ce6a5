import { createHmac } from "node:crypto";

/** One signed webhook and what is wrong with others like it: for the verifier and its examples in other languages. */
export const SIGNED_AT = 1_700_000_000;
export const SIGNED_BODY = '{"event":"verification.completed","metadata":{"name":"é\u{1f600}"}}';
export const SIGNED_SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

const v1 = createHmac("sha256", SIGNED_SECRET).update(`${SIGNED_AT}.${SIGNED_BODY}`).digest("hex");
const other = createHmac("sha256", "whsec_other").update(`${SIGNED_AT}.${SIGNED_BODY}`).digest("hex");

export const SIGNED_HEADER = `t=${SIGNED_AT},v1=${v1}`;
export const OLD_AND_NEW_HEADER = `t=${SIGNED_AT},v1=${other},v1=${v1}`;

type Reason = "malformed_header" | "signature_mismatch";

export const REJECTED_HEADERS: readonly (readonly [name: string, header: string, reason: Reason])[] = [
  ["an empty header", "", "malformed_header"],
  ["no time", `v1=${v1}`, "malformed_header"],
  ["no signature", `t=${SIGNED_AT}`, "malformed_header"],
  ["two times", `t=${SIGNED_AT},t=${SIGNED_AT},v1=${v1}`, "malformed_header"],
  ["two times, as two joined headers have", `${SIGNED_HEADER}, ${SIGNED_HEADER}`, "malformed_header"],
  ["a time that is no number", `t=now,v1=${v1}`, "malformed_header"],
  ["a negative time", `t=-1,v1=${v1}`, "malformed_header"],
  ["a time in hex", `t=0x6553f100,v1=${v1}`, "malformed_header"],
  ["a time with a fraction", `t=${SIGNED_AT}.0,v1=${v1}`, "malformed_header"],
  ["a time of other scripts' digits", `t=١٧٠٠٠٠٠٠٠٠,v1=${v1}`, "malformed_header"],
  ["an endless time", `t=${"9".repeat(400)},v1=${v1}`, "malformed_header"],
  ["a short signature", `t=${SIGNED_AT},v1=${v1.slice(2)}`, "malformed_header"],
  ["a long signature", `t=${SIGNED_AT},v1=${v1}00`, "malformed_header"],
  ["an upper-case signature", `t=${SIGNED_AT},v1=${v1.toUpperCase()}`, "malformed_header"],
  ["a signature that is no hex", `t=${SIGNED_AT},v1=${"é".repeat(64)}`, "malformed_header"],
  ["another version only", `t=${SIGNED_AT},v0=${v1}`, "malformed_header"],
  ["semicolons", `t=${SIGNED_AT};v1=${v1}`, "malformed_header"],
  ["a huge header", `t=${SIGNED_AT},v1=${v1}${",x=y".repeat(2_000)}`, "malformed_header"],
  ["another secret's signature", `t=${SIGNED_AT},v1=${other}`, "signature_mismatch"],
  ["another time", `t=${SIGNED_AT + 1},v1=${v1}`, "signature_mismatch"],
  ["a time with a leading zero", `t=0${SIGNED_AT},v1=${v1}`, "signature_mismatch"],
  ["zeros", `t=${SIGNED_AT},v1=${"0".repeat(64)}`, "signature_mismatch"],
];
