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

/**
 * Shows one step while it runs, and its outcome. `work` answers in a few words; `note` adds a line below.
 * Without a terminal, only slow steps are announced.
 */
export async function step<Result>(
  name: string,
  doing: string,
  work: (note: (line: string) => void) => Promise<{ said: string; result: Result }>,
): Promise<Result> {
  const startedAt = performance.now();
  const notes: string[] = [];
  const stopShowing = show(name, doing);
  try {
    const { said, result } = await work((line) => notes.push(line));
    stopShowing();
    printDone(name, said, performance.now() - startedAt);
    for (const line of notes) console.log(`    ${" ".repeat(NAME_WIDTH)}${dim(line)}`);
    return result;
  } catch (error) {
    stopShowing();
    console.log(stepLine(red("✗"), name, "failed", seconds(performance.now() - startedAt)));
    throw error;
  }
}

export const printDone = (name: string, said: string, ms: number): void =>
  console.log(stepLine(green("✓"), name, said, seconds(ms)));

/** Shows the line in place of the result, with the seconds passing; @returns what removes it. */
function show(name: string, doing: string): () => void {
  if (!process.stdout.isTTY) {
    const timer = setTimeout(() => console.log(stepLine("…", name, doing)), 1_500);
    return () => clearTimeout(timer);
  }
  const startedAt = performance.now();
  const draw = () => {
    const ms = performance.now() - startedAt;
    process.stdout.write(
      `\r\u001b[2K${stepLine("…", name, doing, ms < 1_000 ? "" : `${Math.floor(ms / 1_000)} s  `)}`,
    );
  };
  draw();
  const timer = setInterval(draw, 1_000);
  return () => {
    clearInterval(timer);
    process.stdout.write("\r\u001b[2K");
  };
}
