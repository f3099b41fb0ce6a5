/**
 * How a setting is shown to operators: as it is; as an address without user, password and query; or, for a secret, as a
 * keyed fingerprint only, which tells whether two processes have the same one.
 */
export type SettingKind = "plain" | "address" | "secret";

/** One of the parts of a setting, with what it is where that does not go without saying: "Claim", `groups = ops`. */
export type SettingPart = { label: string | null; text: string };

export type ShownSetting = {
  name: string;
  kind: SettingKind;
  /** As a person reads it, one part for each thing that it names; null: it is not set, or it is a secret. */
  value: SettingPart[] | null;
  /** Of a secret that is set, and of an address; ten characters, whatever the secret's length. */
  fingerprint: string | null;
  /** False: it has its default, or none. */
  isSet: boolean;
};
