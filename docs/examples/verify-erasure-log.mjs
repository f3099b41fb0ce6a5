// Checks the chain of erasure receipts of a deployment. Needs jose and nothing else.
//   node verify-erasure-log.mjs https://age.example.com [receipt salt verificationId]
import { createHash } from "node:crypto";
import { compactVerify, createLocalJWKSet } from "jose";

const [, , base, receipt, salt, verificationId] = process.argv;
const page = async (after) =>
  (await fetch(`${base}/.well-known/erasure-log?limit=500&after=${after}`)).json();
const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("base64url");
const must = (holds, what) => {
  if (!holds) throw new Error(what);
};

let { head, keys, receipts, next } = await page(0);
const keySet = createLocalJWKSet({ keys });
const read = async (jws, typ) => {
  const { payload, protectedHeader } = await compactVerify(jws, keySet, { algorithms: ["ES256"] });
  must(protectedHeader.typ === typ, `expected ${typ}, got ${protectedHeader.typ}`);
  return JSON.parse(new TextDecoder().decode(payload));
};
const { count, last } = await read(head, "erasure-head+jwt");
while (next !== undefined && receipts.length < count) {
  const more = await page(next);
  receipts = [...receipts, ...more.receipts];
  next = more.next;
}
must(receipts.length >= count, `the log has ${receipts.length} receipts, and its head says ${count}`);
let prev;
for (const [index, jws] of receipts.slice(0, count).entries()) {
  const claims = await read(jws, "erasure-receipt+jwt");
  must(
    claims.number === index + 1 && claims.prev === prev,
    `the chain is broken before receipt ${index + 1}`,
  );
  prev = sha256(jws);
}
must(prev === last, "the last receipt is not the one that the head names");
if (receipt) {
  must(receipts.includes(receipt), "the receipt is not in the log");
  const { subject_hash } = await read(receipt, "erasure-receipt+jwt");
  must(
    subject_hash === sha256(Buffer.from(salt, "base64url"), verificationId),
    "the receipt is about another verification",
  );
}
console.log(`${count} receipts, unbroken`);
