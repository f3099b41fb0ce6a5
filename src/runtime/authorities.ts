import { readFileSync } from "node:fs";
import { ofSetting } from "#config/faults.ts";
import { addAuthorities, certificatesIn } from "#platform/authorities.ts";

// The settings that name a file with the certificates of an operator's own authorities.

const certificatesOf = (setting: string, file: string): string[] =>
  ofSetting(setting, () => certificatesIn(readFileSync(file, "utf8")));

/**
 * The certificates in the file that a setting names, as one text in PEM; undefined: it is not set.
 * @throws ConfigError: the file is missing, may not be read or holds no certificate
 */
export const extraCaOf = (setting: string, file: string | undefined): string | undefined =>
  file === undefined ? undefined : certificatesOf(setting, file).join("\n");

/**
 * Makes this process believe the authorities of EXTRA_CA_FILE, before its first connection. Node's own NODE_EXTRA_CA_CERTS
 * is read before an env file is.
 * @param file EXTRA_CA_FILE's value; undefined: it is not set
 * @throws ConfigError: the file is missing, may not be read or holds no certificate
 */
export const believeExtraCa = (file: string | undefined): void =>
  addAuthorities(file === undefined ? [] : certificatesOf("EXTRA_CA_FILE", file));
