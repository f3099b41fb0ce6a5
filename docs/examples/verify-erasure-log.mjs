// Checks the chain of erasure receipts of a deployment. Needs jose and nothing else.
//   node verify-erasure-log.mjs https://age.example.com [receipt salt verificationId]
//   node verify-erasure-log.mjs https://age.example.com --head <a head that you kept>
import { createHash } from "node:crypto";
import { compactVerify, createLocalJWKSet } from "jose";

const [, , base, ...rest] = process.argv;
const [keptHead] = rest[0] === "--head" ? rest.slice(1) : [];
const [receipt, salt, verificationId] = keptHead ? [] : rest;
const page = async (after) =>
  (await fetch(`${base}/.well-known/erasure-log?limit=500&after=${after}`)).json();
const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("base64url");
const must = (holds, what) => {
  if (!holds) throw new Error(what);
};

let { head, keys, hashes, next } = await page(0);
const keySet = createLocalJWKSet({ keys });
const read = async (jws, typ) => {
  const { payload, protectedHeader } = await compactVerify(jws, keySet, { algorithms: ["ES256"] });
  must(protectedHeader.typ === typ, `expected ${typ}, got ${protectedHeader.typ}`);
  return JSON.parse(new TextDecoder().decode(payload));
};
const { count, last, root } = await read(head, "erasure-head+jwt");
while (next !== undefined && hashes.length < count) {
  const more = await page(next);
  hashes = [...hashes, ...more.hashes];
  next = more.next;
}
must(hashes.length >= count, `the log has ${hashes.length} receipts, and its head says ${count}`);
const rootAfter = (number) =>
  hashes.slice(0, number).reduce((before, hash) => sha256(before ?? "", hash), undefined);
must(rootAfter(count) === root, "the receipts are not those that the head signs");
must(hashes[count - 1] === last, "the last receipt is not the one that the head names");
if (keptHead) {
  const kept = await read(keptHead, "erasure-head+jwt");
  must(kept.count <= count, "receipts are missing that the kept head names");
  must(hashes[kept.count - 1] === kept.last, "the chain was begun again after the kept head");
  // Heads of before the log had hashes have no root.
  must(
    (kept.root ?? rootAfter(kept.count)) === rootAfter(kept.count),
    "a receipt was changed after the kept head",
  );
}
if (receipt) {
  const { number, prev, subject_hash } = await read(receipt, "erasure-receipt+jwt");
  must(hashes[number - 1] === sha256(receipt), "the receipt is not in the log");
  must(hashes[number - 2] === prev, "the chain is broken before the receipt");
  must(
    subject_hash === sha256(Buffer.from(salt, "base64url"), verificationId),
    "the receipt is about another verification",
  );
}
console.log(`${count} receipts, unbroken`);
