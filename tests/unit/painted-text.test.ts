import sharp from "sharp";
import { expect, test } from "vitest";

const drawn = async (text: string, family: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><text x="4" y="44" font-size="40" font-family="${family}">${text}</text></svg>`,
    ),
  )
    .raw()
    .toBuffer();

test("painted documents have text, in the fonts of npm, whatever the machine has or lacks", async () => {
  const ours = await drawn("Ağ Ωж عم", "DejaVu Sans");
  expect((await drawn("Ağ Ωж عم", "Arial, Helvetica, sans-serif")).equals(ours)).toBe(true);
  // Without a font every character is the same empty box.
  expect((await drawn("iii", "sans-serif")).equals(await drawn("WWW", "sans-serif"))).toBe(false);
});
