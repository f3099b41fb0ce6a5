import { describe, expect, test } from "vitest";
import { cellsOfText, EXAMPLES } from "../../../../tests/support/document/mrz.ts";
import type { Cells } from "../../src/mrz/cells.ts";
import { scaling } from "../../src/mrz/plane.ts";
import { sightingOf } from "../../src/mrz/sighting.ts";
import type { Found } from "../../src/mrz/zones.ts";

const PITCH = 20;
const HEIGHT = 20;
const WIDTH = 1000;

const grey = (value: number) => ({
  data: new Uint8Array(WIDTH * 400).fill(value),
  width: WIDTH,
  height: 400,
});

/** Level lines of `characters` each, from `left` on, so far apart as a zone's. */
const foundAt = (left: number, characters: number, tops: readonly number[]): Found => {
  const right = left + characters * PITCH;
  const lines = tops.map((offset) => ({
    ...{ slope: 0, offset, bend: 0, left, right, height: HEIGHT, pitch: PITCH, count: characters },
    regularity: 1,
    glyphs: [],
  }));
  const zone = {
    lines,
    left,
    right,
    height: HEIGHT,
    pitch: PITCH,
    isUsualLength: true,
    size: 100,
    score: 100,
  };
  return { zone, toSource: scaling(1) };
};

const [first, second] = EXAMPLES.TD3;
const inMiddle = foundAt(50, 44, [150, 200]);
const cells = (...lines: readonly string[]): Cells[] => lines.map((line) => cellsOfText(line));

describe("lines that were not read", () => {
  test("that end within a character and a half of the picture's edge are cut off, unless they are whole", () => {
    const cut = cells(first.slice(4), second.slice(4));
    expect(sightingOf(grey(200), foundAt(25, 40, [150, 200]), cut)).toBe("cut_off");
    expect(sightingOf(grey(200), foundAt(100, 40, [150, 200]), cut)).not.toBe("cut_off");
    expect(sightingOf(grey(200), foundAt(25, 44, [150, 200]), cells(first, second))).not.toBe("cut_off");
  });

  test("of which the next would lie below the picture are cut off", () => {
    const [top, middle] = EXAMPLES.TD1;
    expect(sightingOf(grey(200), foundAt(100, 30, [300, 350]), cells(top, middle))).toBe("cut_off");
    expect(sightingOf(grey(200), foundAt(100, 30, [150, 200]), cells(top, middle))).not.toBe("cut_off");
    expect(sightingOf(grey(200), foundAt(50, 44, [370]), cells(first))).toBe("cut_off");
  });

  test("whole, clear, and begun by no letter that is known are of an unknown kind", () => {
    expect(sightingOf(grey(200), inMiddle, cells(`K${first.slice(1)}`, second))).toBe("unknown_layout");
    // What begins like a passport is one, whatever kept it from being read.
    expect(sightingOf(grey(200), inMiddle, cells(first, second))).toBe("unclear");
  });

  test("with a gap that is darker than light are covered, and with one that is not lie under a reflection", () => {
    const short = cells(first, second.slice(6));
    expect(sightingOf(grey(200), inMiddle, short)).toBe("covered");
    const shiny = grey(200);
    for (let y = 130; y < 220; y += 1) shiny.data.fill(254, y * WIDTH + 400, y * WIDTH + 440);
    expect(sightingOf(shiny, inMiddle, short)).toBe("glare");
  });

  test("of prose, or that are hardly recognised, are no zone's", () => {
    expect(sightingOf(grey(200), inMiddle, cells("THEQUICKBROWNFOX", "JUMPSOVERTHELAZYDOG"))).toBeNull();
    const doubtful = [first, second].map((line) => cellsOfText(line, {}, 0.6));
    expect(sightingOf(grey(200), inMiddle, doubtful)).toBeNull();
  });
});
