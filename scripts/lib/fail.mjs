/** Ends with what went wrong and what to do about it. */
export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
