/** What stands in the elements that were asked for; `conflicting` when one of them stands there twice, differently. */
export type Elements = { values: ReadonlyMap<string, string>; conflicting: boolean };

/**
 * Reads the named data elements of a subfile: three letters and a value at the start of each line
 * (AAMVA DL/ID 2020 §D.12.5). The others, names and numbers among them, are never copied anywhere.
 */
export const readElements = (body: string, wanted: ReadonlySet<string>): Elements => {
  const values = new Map<string, string>();
  let conflicting = false;
  // LF separates elements; some issuers end lines with CR LF or use the record separator instead.
  for (const line of body.replaceAll("\x1e", "\n").split(/[\n\r]/)) {
    const name = line.slice(0, 3);
    if (!wanted.has(name)) continue;
    const value = line.slice(3).trim();
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, value);
    else if (earlier !== value) conflicting = true;
  }
  return { values, conflicting };
};
