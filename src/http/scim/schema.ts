import { ROLES } from "#core/access/permissions.ts";
import { isDirectoryRole } from "#services/members/directory.ts";

// What is kept of a user (RFC 7643 §4.1), and said of it at /Schemas. Whatever a directory names is looked up here.

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const LIST_RESPONSE = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const ERROR_MESSAGE = "urn:ietf:params:scim:api:messages:2.0:Error";

/** RFC 7644 §3.10: the core schema's own attributes need no prefix. */
export const CORE_PREFIX = new RegExp(`^${USER.replaceAll(".", "\\.")}:`, "i");

/** What a request can write. `name` is kept where no display name is given, as that. */
const WRITABLE = ["userName", "externalId", "displayName", "name", "emails", "roles", "active"] as const;

export type Writable = (typeof WRITABLE)[number];

const byLowerCase = <Name extends string>(names: readonly Name[]): ReadonlyMap<string, Name> =>
  new Map(names.map((name) => [name.toLowerCase(), name]));

const WRITABLE_NAMES = byLowerCase(WRITABLE);

/** The attribute with this name, in any letter case, with the schema's prefix or without. */
export const writableOf = (name: string): Writable | null =>
  WRITABLE_NAMES.get(name.replace(CORE_PREFIX, "").toLowerCase()) ?? null;

// RFC 7643 §4.1 and §4.3: what a directory may send besides. A name outside of the schemas could itself say something of a
// person, so only these are ever written down.
const KNOWN_NAMES = byLowerCase([
  ...WRITABLE,
  ..."id meta schemas nickName profileUrl title userType preferredLanguage locale timezone password phoneNumbers".split(
    " ",
  ),
  ..."ims photos addresses groups entitlements x509Certificates".split(" "),
  ..."employeeNumber costCenter organization division department manager".split(" "),
]);

const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:user";

/** How an attribute is called that the schemas know; null: they do not. */
export const knownName = (given: string): string | null => {
  const name = given.replace(CORE_PREFIX, "").toLowerCase();
  if (name === ENTERPRISE) return "enterprise extension";
  const short = name.startsWith(`${ENTERPRISE}:`) ? name.slice(ENTERPRISE.length + 1) : name;
  return KNOWN_NAMES.get(short.split(/[.[]/, 1)[0] ?? "") ?? null;
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** Entra sends "True" and "False" where a boolean belongs, by default. */
export const asBoolean = (value: unknown): unknown =>
  typeof value === "string" ? (BOOLEANS.get(value.toLowerCase()) ?? value) : value;

const attribute = (name: string, description: string, more: object = {}) => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

const primary = (description: string) =>
  attribute("primary", description, { type: "boolean", mutability: "readOnly" });

const ATTRIBUTES: Readonly<Record<Writable, ReturnType<typeof attribute> | null>> = {
  userName: attribute("userName", "The name by which the directory knows the person.", {
    required: true,
    uniqueness: "server",
  }),
  // RFC 7643 §3.1: every resource has it, so no schema lists it.
  externalId: null,
  displayName: attribute("displayName", "The name that other members see until the person signs in."),
  // It is not said again: the display name is.
  name: null,
  active: attribute("active", "Whether the person has, or gets, access. Only true gives it back.", {
    type: "boolean",
  }),
  emails: attribute("emails", "One address, by which the person is found at their first sign-in.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The address."),
      attribute("type", "Always work.", { canonicalValues: ["work"], mutability: "readOnly" }),
      primary("Always true."),
    ],
  }),
  roles: attribute("roles", "One role; of several, the weakest is kept.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", "The role.", { canonicalValues: ROLES.filter(isDirectoryRole) }),
      primary("Always true."),
    ],
  }),
};

/** RFC 7643 §7. @param base the address of /scim/v2 */
export const schemasOf = (base: string) => [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    id: USER,
    name: "User",
    description: "What is kept of a user. Other attributes are accepted and dropped.",
    attributes: Object.values(ATTRIBUTES).filter((each) => each !== null),
    meta: { resourceType: "Schema", location: `${base}/Schemas/${USER}` },
  },
];

/** RFC 7643 §6. */
export const resourceTypesOf = (base: string) => [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "A member of the tenant, or a person who becomes one by signing in.",
    schema: USER,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/User` },
  },
];

/** RFC 7643 §5. @param maxResults of one page */
export const serviceProviderConfig = (base: string, maxResults: number) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "The token that the console shows when a directory is connected.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});
