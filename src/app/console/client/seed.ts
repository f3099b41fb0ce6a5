/** A page's first data from the server, with the question that it answers. */
export type Seed<Input, Data> = { input: Input; data: Data } | undefined;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The seed's data as a query's first, where the query asks the very same. */
export const seedOf = <Input, Data>(seed: Seed<Input, Data>, input: Input): { initialData?: Data } =>
  seed && isSame(seed.input, input) ? { initialData: seed.data } : {};

export const pageSeedOf = <Input, Data>(
  seed: Seed<Input, Data>,
  input: Input,
): { initialData?: { pages: Data[]; pageParams: null[] } } =>
  seed && isSame(seed.input, input) ? { initialData: { pages: [seed.data], pageParams: [null] } } : {};
