import sharp from "sharp";
import { expect, test } from "vitest";

const drawn = async (family: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><text x="4" y="44" font-size="40" font-family="${family}">Ağ Ωж عم</text></svg>`,
    ),
  )
    .raw()
    .toBuffer();

test("painted documents have text, in the fonts of npm, whatever the machine has or lacks", async () => {
  const [ours, theirs] = [await drawn("DejaVu Sans"), await drawn("Arial, Helvetica, sans-serif")];
  expect(ours.some((value) => value > 0)).toBe(true);
  expect(theirs.equals(ours)).toBe(true);
});
