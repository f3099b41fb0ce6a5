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
const { count, last, root, restored = [] } = await read(head, "erasure-head+jwt");
while (next !== undefined && hashes.length < count) {
  const more = await page(next);
  hashes = [...hashes, ...more.hashes];
  next = more.next;
}
// Each restore of the service from a backup lost the receipts after one number, and the next one is higher than any of theirs.
const restores = [];
for (const jws of restored)
  restores.push({ ...(await read(jws, "erasure-restored+jwt")), hash: sha256(jws) });
const isLost = (number) => restores.some((restore) => number > restore.after && number < restore.number);
const placeOf = (number) =>
  restores.reduce(
    (place, restore) => (number < restore.number ? place : place - (restore.number - restore.after - 1)),
    number,
  );
must(
  hashes.length >= placeOf(count),
  `the log has ${hashes.length} receipts, and its head says ${placeOf(count)}`,
);
for (const { after, number, prev, hash } of restores) {
  must(number > after && number <= count && !isLost(after), "a restore names numbers that cannot be");
  must(hashes[placeOf(number) - 1] === hash, "a restore is not in the log");
  must(hashes[placeOf(after) - 1] === prev, "the chain is broken before a restore");
}
const rootAfter = (number) =>
  hashes.slice(0, placeOf(number)).reduce((before, hash) => sha256(before ?? "", hash), undefined);
must(rootAfter(count) === root, "the receipts are not those that the head signs");
must(hashes[placeOf(count) - 1] === last, "the last receipt is not the one that the head names");
if (keptHead) {
  const kept = await read(keptHead, "erasure-head+jwt");
  must(!isLost(kept.count), "the kept head names receipts that were lost when a backup was restored");
  must(kept.count <= count, "receipts are missing that the kept head names");
  must(hashes[placeOf(kept.count) - 1] === kept.last, "the chain was begun again after the kept head");
  // Heads from before the log had hashes have no root.
  must(
    (kept.root ?? rootAfter(kept.count)) === rootAfter(kept.count),
    "a receipt was changed after the kept head",
  );
}
if (receipt) {
  const { number, prev, subject_hash } = await read(receipt, "erasure-receipt+jwt");
  must(!isLost(number), "the log lost the receipt when a backup was restored: ask for a new erasure");
  must(hashes[placeOf(number) - 1] === sha256(receipt), "the receipt is not in the log");
  must(hashes[placeOf(number) - 2] === prev, "the chain is broken before the receipt");
  must(
    subject_hash === sha256(Buffer.from(salt, "base64url"), verificationId),
    "the receipt is about another verification",
  );
}
const lost = restores.map(({ after, number, iat }) => {
  const day = new Date(iat * 1000).toISOString().slice(0, 10);
  const missing = number - after > 1 ? `numbers ${after + 1} to ${number - 1} are lost` : "no number is lost";
  return `, restored from a backup on ${day}: ${missing}`;
});
const receipts = placeOf(count) - restores.length;
console.log(`${receipts} receipts${lost.length === 0 ? ", unbroken" : lost.join("")}`);
