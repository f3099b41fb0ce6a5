import { describe, expect, test } from "vitest";
import { endsEarly } from "../src/image/image-format.ts";

/** A box of a file (ISO/IEC 14496-12 §4.2) that says it is so long. */
const box = (type: string, content: number, size = content + 8): Buffer => {
  const head = Buffer.alloc(8 + content);
  head.writeUInt32BE(size);
  head.write(type, 4, "latin1");
  return head;
};

describe("a file of boxes that was cut short", () => {
  const whole = Buffer.concat([box("ftyp", 16), box("meta", 200), box("mdat", 500)]);

  test("is told by the length of the box that holds the picture", () => {
    expect(endsEarly(whole, "heic")).toBe(false);
    expect(endsEarly(whole.subarray(0, whole.length / 2), "heic")).toBe(true);
    expect(endsEarly(whole.subarray(0, -1), "avif")).toBe(true);
  });

  test("is not one that goes on behind its picture, gives no length or is nonsense", () => {
    expect(endsEarly(Buffer.concat([whole, Buffer.alloc(5)]), "heic")).toBe(false);
    expect(endsEarly(Buffer.concat([box("ftyp", 16), box("mdat", 40, 0)]), "heic")).toBe(false);
    expect(endsEarly(Buffer.alloc(64, 1), "heic")).toBe(false);
    expect(endsEarly(whole.subarray(0, -1), "jpeg")).toBe(false);
  });
});
