/** Why a directory's request, or a part of it, is refused, with the `scimType` of RFC 7644 §3.12, table 9. */
export const DIRECTORY_FAULTS = {
  body: { scimType: "invalidSyntax", says: "The body must be a JSON object." },
  operations: { scimType: "invalidSyntax", says: "Operations: expected a list of 1 to 100." },
  op: {
    scimType: "invalidSyntax",
    says: "Each operation needs an op of add, remove or replace, and its path must be text.",
  },
  no_path: { scimType: "noTarget", says: "A removal needs a path." },
  no_object: {
    scimType: "invalidValue",
    says: "An operation without a path needs an object as its value.",
  },
  path: { scimType: "invalidPath", says: "path: it cannot be read" },
  path_size: { scimType: "invalidPath", says: "path: expected at most 256 characters" },
  no_match: { scimType: "noTarget", says: "path: none of the values matches" },
  conditions: { scimType: "invalidPath", says: "path: expected at most 10 conditions, 5 in each other" },
  user_name: { scimType: "invalidValue", says: "userName: expected text of 1 to 256 characters" },
  external_id: { scimType: "invalidValue", says: "externalId: expected text of at most 256 characters" },
  display_name: { scimType: "invalidValue", says: "displayName: expected text of at most 256 characters" },
  email: { scimType: "invalidValue", says: "emails: expected an e-mail address" },
  role: {
    scimType: "invalidValue",
    says: "roles: expected admin, developer, support or viewer; owners are made in the console only",
  },
  active: { scimType: "invalidValue", says: "active: expected true or false" },
  filter: { scimType: "invalidFilter", says: "filter: it cannot be read" },
  filter_size: { scimType: "invalidFilter", says: "filter: expected at most 1,000 characters" },
  filter_conditions: {
    scimType: "invalidFilter",
    says: "filter: expected at most 10 conditions, 5 in each other",
  },
  filter_text: { scimType: "invalidFilter", says: "filter: a text is no JSON string" },
} as const satisfies Record<string, { scimType: string; says: string }>;

export type DirectoryFault = keyof typeof DIRECTORY_FAULTS;

/** A fault of what a directory sends. Its text is fixed, so it never repeats what was sent. */
export class ScimFault extends Error {
  readonly fault: DirectoryFault;
  /** Where it was found, if that is one of ours. */
  readonly attribute: string | null;
  constructor(fault: DirectoryFault, attribute: string | null = null) {
    super(DIRECTORY_FAULTS[fault].says);
    this.fault = fault;
    this.attribute = attribute;
  }
}
