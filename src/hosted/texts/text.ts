// The names in braces, which are the values that a text needs.
type Needs<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Needs<Rest> : never;

/** A text of a catalogue. `needs` exists only for the compiler: the values for its braces. */
export type Text<Needed extends string = never> = string & { readonly needs?: Needed };

/** One text for each plural form that the language has (CLDR); `{count}` stands for the number. */
export type Plural<Needed extends string = never> = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: Text<Needed> }>;

/** The shape of a catalogue, from the English words: the same keys, the same braces. */
export type Translated<T> = T extends string ? Text<Needs<T>> : T extends { other: string } ? Plural<Needs<T["other"]>> : { readonly [Key in keyof T]: Translated<T[Key]> };
