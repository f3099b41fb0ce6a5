/** Who holds the wallet. Nobody real: the person at the screen chooses. */
export type Person = { id: string; name: string; age: number };

export const PEOPLE: readonly Person[] = [
  { id: "ada", name: "Ada", age: 34 },
  { id: "ben", name: "Ben", age: 16 },
];

export const personCalled = (id: string | null): Person | undefined =>
  PEOPLE.find((person) => person.id === id);
