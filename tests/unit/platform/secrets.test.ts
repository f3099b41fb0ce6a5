import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  constantTimeIncludes,
  createSecrets,
  fingerprintsOf,
  hashesOf,
  SealedTextError,
} from "#platform/secrets.ts";

const secrets = createSecrets({ secretsKey: Buffer.alloc(32, 1), pepper: Buffer.alloc(32, 2) });

describe("hash", () => {
  it("is HMAC-SHA-256 with the pepper (a vector computed with openssl)", () => {
    // printf 'avk_live_x' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0202…02
    expect(secrets.hash("avk_live_x").toString("hex")).toBe(
      "56bd0ba2a34b2ce609786c1802d5bec14ac9dfa9728448d16f54b2be9279d89a",
    );
  });

  it("is another one under another pepper", () => {
    const others = createSecrets({ secretsKey: Buffer.alloc(32, 1), pepper: Buffer.alloc(32, 3) });
    expect(others.hash("a")).not.toEqual(secrets.hash("a"));
  });
});

describe("fingerprint", () => {
  it("keeps purposes, values and hashes apart", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (p1, v1, p2, v2) => {
        fc.pre(p1 !== p2 || v1 !== v2);
        expect(secrets.fingerprint(p1, v1)).not.toEqual(secrets.fingerprint(p2, v2));
        expect(secrets.fingerprint(p1, v1)).not.toEqual(secrets.hash(v2));
      }),
    );
  });

  it("takes text and its bytes for the same value", () => {
    expect(secrets.fingerprint("body", "é")).toEqual(secrets.fingerprint("body", Buffer.from("é")));
  });
});

describe("seal and open", () => {
  it("give back any text in the same context", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, context) => {
        expect(secrets.open(secrets.seal(text, context), context)).toBe(text);
      }),
    );
  });

  it("never seal the same text to the same bytes", () => {
    const sealed = Array.from({ length: 1_000 }, () => secrets.seal("same", "context"));
    expect(new Set(sealed).size).toBe(1_000);
  });

  it("refuse another context and another key", () => {
    const sealed = secrets.seal("text", "key_a");
    const others = createSecrets({ secretsKey: Buffer.alloc(32, 9), pepper: Buffer.alloc(32, 2) });
    expect(() => secrets.open(sealed, "key_b")).toThrow(SealedTextError);
    expect(() => others.open(sealed, "key_a")).toThrow(SealedTextError);
  });

  it("refuse every change of a single character, and every shorter text", () => {
    const sealed = secrets.seal("a text to be kept", "context");
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = sealed.slice(0, i) + (sealed[i] === "A" ? "B" : "A") + sealed.slice(i + 1);
      expect(() => secrets.open(changed, "context")).toThrow(SealedTextError);
      expect(() => secrets.open(sealed.slice(0, i), "context")).toThrow(SealedTextError);
    }
    expect(() => secrets.open(`${sealed}=`, "context")).toThrow(SealedTextError);
  });

  it("throw nothing but the typed error, whatever is opened", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `v1.${text}`),
        ),
        (text) => {
          expect(() => secrets.open(text, "context")).toThrow(SealedTextError);
        },
      ),
    );
  });
});

describe("two sealing keys", () => {
  const [keyA, keyB, pepper] = [Buffer.alloc(32, 1), Buffer.alloc(32, 4), Buffer.alloc(32, 2)];
  const onlyA = createSecrets({ secretsKey: keyA, pepper });
  const onlyB = createSecrets({ secretsKey: keyB, pepper });
  const fromAToB = createSecrets({ secretsKey: keyB, previousSecretsKey: keyA, pepper });
  const fromBToA = createSecrets({ secretsKey: keyA, previousSecretsKey: keyB, pepper });

  it("open what a version before this sealed, which named no key (a text of 0.2.0)", () => {
    const stored = "v1.BwcHBwcHBwcHBwcH_oeF1mrKkcNgujQelJq5tV99pQC8SXdR7JymbqQ";
    for (const each of [onlyA, fromAToB, fromBToA]) expect(each.open(stored, "key_a")).toBe("stored by 0.2");
    expect(() => onlyB.open(stored, "key_a")).toThrow(SealedTextError);
    expect(() => fromAToB.open(stored, "key_b")).toThrow(SealedTextError);
  });

  it("seal with the current one, name it, and open each other's texts", () => {
    const sealed = fromAToB.seal("text", "context");
    expect(sealed.startsWith(fromAToB.sealedPrefix)).toBe(true);
    expect(fromAToB.sealedPrefix).toBe(onlyB.sealedPrefix);
    expect(fromAToB.sealedPrefix).not.toBe(onlyA.sealedPrefix);
    for (const each of [fromAToB, fromBToA, onlyB]) expect(each.open(sealed, "context")).toBe("text");
    expect(() => onlyA.open(sealed, "context")).toThrow(SealedTextError);
  });

  it("stay readable for the version before, as long as there is one key", () => {
    expect(onlyA.seal("text", "context").startsWith("v1.")).toBe(true);
  });

  it("open no text under another name or form than its own", () => {
    const sealed = fromAToB.seal("text", "context");
    const body = sealed.slice(fromAToB.sealedPrefix.length);
    const first = onlyB.seal("text", "context").slice(3);
    for (const wrong of [
      `${onlyA.sealedPrefix}${body}`,
      `v2.AAAAAAAA.${body}`,
      `v1.${body}`,
      `${onlyB.sealedPrefix}${first}`,
      `v2.${body}`,
    ]) {
      expect(() => fromAToB.open(wrong, "context")).toThrow(SealedTextError);
    }
  });

  it("refuse every change of a single character of a text that names its key", () => {
    const sealed = fromAToB.seal("a text to be kept", "context");
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = sealed.slice(0, i) + (sealed[i] === "A" ? "B" : "A") + sealed.slice(i + 1);
      expect(() => fromAToB.open(changed, "context")).toThrow(SealedTextError);
    }
  });

  it("reseal with the current one, whatever sealed before; the context stays", () => {
    for (const before of [onlyA, onlyB, fromAToB, fromBToA]) {
      const again = fromAToB.reseal(before.seal("text", "context"), "context");
      expect(again.startsWith(fromAToB.sealedPrefix)).toBe(true);
      expect(onlyB.open(again, "context")).toBe("text");
      expect(() => onlyB.open(again, "another")).toThrow(SealedTextError);
    }
    expect(() => onlyB.reseal(onlyA.seal("text", "context"), "context")).toThrow(SealedTextError);
  });
});

describe("two peppers", () => {
  const key = Buffer.alloc(32);
  const older = createSecrets({ secretsKey: key, pepper: Buffer.alloc(32, 2) });
  const both = createSecrets({
    secretsKey: key,
    pepper: Buffer.alloc(32, 3),
    previousPepper: Buffer.alloc(32, 2),
  });

  it("give the current digest first, then the older one", () => {
    expect(hashesOf(both, "a").map((each) => Buffer.from(each))).toEqual([both.hash("a"), older.hash("a")]);
    expect(fingerprintsOf(both, "p", "a").map((each) => Buffer.from(each))).toEqual([
      both.fingerprint("p", "a"),
      older.fingerprint("p", "a"),
    ]);
    expect(hashesOf(older, "a")).toHaveLength(1);
  });
});

describe("while both values of a secret are known", () => {
  const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 4)];
  const onlyA = createSecrets({ secretsKey: A, pepper: A });
  const onlyB = createSecrets({ secretsKey: B, pepper: B });
  const fromAToB = () =>
    createSecrets({ ...{ secretsKey: B, pepper: B }, previousSecretsKey: A, previousPepper: A });

  it("write with the new one until they are set to the former, and then as a process that has that alone", () => {
    const both = fromAToB();
    expect([both.sealing.writes(), both.hashing.writes()]).toEqual([both.sealing.wants, both.hashing.wants]);
    both.sealing.writeWith(onlyA.sealing.wants);
    both.hashing.writeWith(onlyA.hashing.wants);
    expect(onlyA.open(both.seal("text", "context"), "context")).toBe("text");
    expect(() => onlyB.open(both.seal("text", "context"), "context")).toThrow(SealedTextError);
    expect(both.sealedPrefix).toBe(onlyA.sealedPrefix);
    expect(both.hash("a")).toEqual(onlyA.hash("a"));
    expect(both.fingerprint("p", "a")).toEqual(onlyA.fingerprint("p", "a"));
    expect(both.older?.hash("a")).toEqual(onlyB.hash("a"));
    both.hashing.writeWith(onlyB.hashing.wants);
    expect([both.hash("a"), both.older?.hash("a")]).toEqual([onlyB.hash("a"), onlyA.hash("a")]);
  });

  it("name what opens a text, and take no value that they do not have", () => {
    const both = fromAToB();
    expect(both.openedBy(onlyA.seal("text", "context"), "context")).toBe(onlyA.sealing.wants);
    expect(both.openedBy(both.seal("text", "context"), "context")).toBe(onlyB.sealing.wants);
    expect(() => onlyA.sealing.writeWith(onlyB.sealing.wants)).toThrow(RangeError);
    expect(onlyA.sealing.writes()).toBe(onlyA.sealing.wants);
  });

  it("have names that say nothing of the value, nor that a key and a pepper are the same", () => {
    expect(onlyA.sealing.wants).toMatch(/^[\w-]{8}$/);
    expect(onlyA.sealing.wants).not.toBe(onlyA.hashing.wants);
    expect(onlyA.hashing.wants).not.toBe(onlyB.hashing.wants);
  });
});

describe("createSecrets", () => {
  it("refuses short keys", () => {
    const key = Buffer.alloc(32);
    expect(() => createSecrets({ secretsKey: key.subarray(1), pepper: key })).toThrow(RangeError);
    expect(() => createSecrets({ secretsKey: key, pepper: key.subarray(1) })).toThrow(RangeError);
  });
});

describe("constantTimeIncludes", () => {
  it("agrees with Array.includes for any texts, of any length", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (candidates, given) => {
        expect(constantTimeIncludes(candidates, given)).toBe(candidates.includes(given));
        expect(constantTimeIncludes([...candidates, given], given)).toBe(true);
      }),
    );
  });

  it("finds a candidate that is listed twice", () => {
    expect(constantTimeIncludes(["a", "a"], "a")).toBe(true);
  });
});
