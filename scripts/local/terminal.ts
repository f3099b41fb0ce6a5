const hasColour = process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
const paint = (code: string) => (text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint("1");
export const dim = paint("2");
const green = paint("32");
export const red = paint("31");

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const NAME_WIDTH = 11;
const DETAIL_WIDTH = 52;

const stepLine = (mark: string, name: string, detail: string, time = ""): string =>
  `  ${mark} ${name.padEnd(NAME_WIDTH)}${time === "" ? detail : `${detail.padEnd(DETAIL_WIDTH)} ${dim(time.padStart(7))}`}`;

type Work<Result> = (
  note: (line: string) => void,
  /** Says what the step has come to. */
  now: (part: string) => void,
) => Promise<{ said: string; result: Result }>;

/**
 * Shows one step while it runs, and its outcome. `work` answers in a few words; `note` adds a line below.
 * Without a terminal only slow steps are announced, each part of them, and that they still run.
 */
export async function step<Result>(name: string, doing: string, work: Work<Result>): Promise<Result> {
  const startedAt = performance.now();
  const notes: string[] = [];
  const shown = show(name, doing);
  try {
    const { said, result } = await work((line) => notes.push(line), shown.now);
    shown.stop();
    printDone(name, said, performance.now() - startedAt);
    for (const line of notes) console.log(`    ${" ".repeat(NAME_WIDTH)}${dim(line)}`);
    return result;
  } catch (error) {
    shown.stop();
    console.log(stepLine(red("✗"), name, "failed", seconds(performance.now() - startedAt)));
    throw error;
  }
}

export const printDone = (name: string, said: string, ms: number): void =>
  console.log(stepLine(green("✓"), name, said, seconds(ms)));

type Shown = {
  /** What the step does now, behind what it is for. */
  now: (part: string) => void;
  /** Removes the line, for the result to take its place. */
  stop: () => void;
};

const ANNOUNCED_MS = 1_500;
// A log that is silent for longer looks like one of a process that hangs.
const SIGN_OF_LIFE_MS = 15_000;

/** Lines of a log: one for each part, and one when nothing else has been said for a while. */
function showInLog(name: string, doing: string): Shown {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isAnnounced = false;
  let part = "";
  const say = (): void => {
    const passed = isAnnounced ? `, ${Math.round((performance.now() - startedAt) / 1_000)} s so far` : "";
    const what = part === "" ? doing : `${isAnnounced ? "" : `${doing}: `}${part}`;
    console.log(stepLine("…", name, what + passed));
    isAnnounced = true;
    wait(SIGN_OF_LIFE_MS);
  };
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(say, ms);
  };
  wait(ANNOUNCED_MS);
  return {
    now: (next) => {
      part = next;
      if (isAnnounced) say();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Shows the line in place of the result, with the seconds passing. */
function show(name: string, doing: string): Shown {
  if (!process.stdout.isTTY) return showInLog(name, doing);
  const startedAt = performance.now();
  let what = doing;
  const draw = () => {
    const ms = performance.now() - startedAt;
    process.stdout.write(
      `\r\u001b[2K${stepLine("…", name, what, ms < 1_000 ? "" : `${Math.floor(ms / 1_000)} s  `)}`,
    );
  };
  draw();
  const timer = setInterval(draw, 1_000);
  return {
    now: (part) => {
      what = `${doing}: ${part}`;
      draw();
    },
    stop: () => {
      clearInterval(timer);
      process.stdout.write("\r\u001b[2K");
    },
  };
}
