// How programs have been made to write a caller's names onto the objects that all others inherit from. Each is a spelling
// of "set `polluted` on everything", as JSON, as a query, form or cookie, or as SCIM's filter and path.

const X = '{"polluted":"yes"}';
const deep = (depth: number, inner: string): string =>
  `${'{"a":'.repeat(depth)}{"__proto__":${inner}}${"}".repeat(depth)}`;

/** JSON texts, because an object of the test could not hold them: members to add to a body, or a whole one. */
const MEMBERS: readonly string[] = [
  `"__proto__":${X}`,
  `"__proto__":{"toString":"yes"}`,
  `"__proto__":{"toJSON":"yes","then":"yes"}`,
  `"__proto__":["polluted"]`,
  `"__proto__":null`,
  `"__proto__":{"__proto__":${X}}`,
  `"__proto__":${X},"__proto__":${X}`,
  `"\\u005f\\u005fproto\\u005f\\u005f":${X}`,
  `"__pro\\u0074o__":${X}`,
  `"constructor":${X}`,
  `"constructor":{"prototype":${X}}`,
  `"c\\u006fnstructor":{"prototype":${X}}`,
  `"constructor":{"constructor":{"prototype":${X}}}`,
  `"prototype":${X}`,
  `"__proto__.polluted":"yes"`,
  `"__proto__[polluted]":"yes"`,
  `"constructor.prototype.polluted":"yes"`,
  `"constructor[prototype][polluted]":"yes"`,
  `"constructor.polluted":"yes"`,
  `"__defineGetter__":"yes","__lookupGetter__":"yes"`,
  `"toString":"yes","valueOf":"yes","hasOwnProperty":"yes"`,
  `"metadata":{"__proto__":${X}}`,
  `"metadata":{"constructor":"yes","prototype":"yes"}`,
  `"metadata":{"a":{"__proto__":${X}}}`,
  `"0":{"__proto__":${X}}`,
  `"a":${deep(50, X)}`,
  `"a":[[["__proto__",["polluted"]]]]`,
  `"json":{},"meta":{"values":{"__proto__.polluted":["Date"]}}`,
  `"json":{"a":1},"meta":{"values":{"constructor.prototype.polluted":["undefined"]}}`,
  `"json":{"a":1},"meta":{"referentialEqualities":{"a":["__proto__.polluted"]}}`,
  `"json":{"a":1},"meta":{"v":1,"referentialEqualities":[["constructor.prototype.polluted"]]}`,
  `"path":["__proto__","polluted"],"op":"add","value":"yes"`,
];

/** Bodies that are no object of the endpoint's. */
const WHOLE: readonly string[] = [
  `[{"__proto__":${X}}]`,
  `[["__proto__","polluted"]]`,
  `{"0":{"json":{"__proto__":${X}}},"1":{"constructor":{"prototype":${X}}}}`,
  `"__proto__"`,
  deep(2_000, X),
  `[{"op":"add","path":"/__proto__/polluted","value":"yes"}]`,
];

/** Names and values as a query, a form, or a cookie has them. */
export const PAIRS: readonly string[] = [
  "__proto__[polluted]=yes",
  "__proto__.polluted=yes",
  "__proto__=yes&__proto__=yes",
  "__proto__[]=yes",
  "%5f%5fproto%5f%5f%5bpolluted%5d=yes",
  "%255f%255fproto__[polluted]=yes",
  "constructor[prototype][polluted]=yes",
  "constructor.prototype.polluted=yes",
  "constructor=yes&prototype=yes&toString=yes",
  "a[__proto__][polluted]=yes",
  "a[]=1&a[__proto__]=2&a[constructor][prototype][polluted]=yes",
  "[__proto__][polluted]=yes",
  "__proto__%00[polluted]=yes",
  'input={"__proto__":{"polluted":"yes"}}',
];

/** A good body with each spelling as a member of it, and the bodies that are none. */
export const bodiesFrom = (good: unknown): string[] => {
  const members = JSON.stringify(good ?? {}).slice(1, -1);
  const isObject = typeof good === "object" && good !== null && !Array.isArray(good);
  const after = isObject && members !== "" ? `,${members}` : "";
  return [...MEMBERS.map((member) => `{${member}${after}}`), ...WHOLE];
};

/** RFC 7644 §3.4.2.2: filters and paths whose attribute names are those of objects. */
export const SCIM_NAMES: readonly string[] = [
  "__proto__.polluted",
  "__proto__.polluted.deep",
  "__proto__.toString",
  "__PROTO__.polluted",
  "constructor.polluted",
  "constructor.prototype.polluted",
  "constructor.keys",
  "prototype.polluted",
  "emails.__proto__.polluted",
  "emails.constructor.polluted",
  "name.__proto__.polluted",
  "name.constructor.prototype.polluted",
  "urn:ietf:params:scim:schemas:core:2.0:User:__proto__.polluted",
  "meta.__proto__.polluted",
  "toString.polluted",
  "hasOwnProperty.polluted",
];

export const scimFilters = (): string[] => [
  ...SCIM_NAMES.map((name) => `${name} eq "yes"`),
  ...SCIM_NAMES.map((name) => `not (${name} eq 1)`),
  'emails[__proto__.polluted eq "yes"]',
  'emails[constructor.polluted eq "yes"]',
  'emails[type eq "work" and __proto__.polluted eq 1]',
  'userName eq "a" and __proto__.polluted eq 1',
  "__proto__[polluted eq 1]",
  "constructor[polluted eq 1]",
  "__proto__.polluted pr",
];

export const scimPaths = (): string[] => [
  ...SCIM_NAMES,
  "emails[__proto__.polluted eq 1].display",
  "emails[constructor.polluted eq 1].value",
  'emails[type eq "work"].__proto__.polluted',
  "__proto__",
  "constructor",
  "__proto__[polluted eq 1]",
];
