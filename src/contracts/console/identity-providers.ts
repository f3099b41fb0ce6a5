import { z } from "zod";
import { mode, text } from "#contracts/public/common.ts";
import { IDENTITY_PRESET_IDS } from "#core/identity/presets.ts";
import { CLIENT_AUTHS } from "#core/identity/provider.ts";
import { id, label, mark } from "./common.ts";

/** As the provider issued it; stored sealed and never returned. */
const clientSecret = text(1_000).min(1).optional();

export const addProvider = z.strictObject({
  /** The method becomes `oidc:<slug>`. */
  slug: text(30).min(1),
  mode,
  /** On the hosted page's button. */
  name: label(60),
  /** ISO 3166-1 alpha-2; absent or null: not of one country. */
  country: text(2)
    .regex(/^[A-Z]{2}$/, "expected a country such as DK")
    .nullish(),
  issuer: text(2_048).trim().min(1),
  clientId: text(500).trim().min(1),
  clientAuth: z.enum(CLIENT_AUTHS),
  /** With `client_secret` only: for `private_key_jwt` the service makes a key. */
  clientSecret,
  preset: z.enum(IDENTITY_PRESET_IDS),
  /** The least `acr` that counts; absent or null: as the preset says. */
  minAcr: text(200).trim().min(1).nullish(),
  /** The value from `reserve`, if its redirect address is already registered. */
  reserved: text(500).min(1).optional(),
});

const changeable = z
  .strictObject({
    name: addProvider.shape.name,
    country: addProvider.shape.country.unwrap().unwrap().nullable(),
    issuer: addProvider.shape.issuer,
    clientId: addProvider.shape.clientId,
    minAcr: addProvider.shape.minAcr.unwrap().unwrap().nullable(),
  })
  .partial();

/** Everything that can be changed; what is left out stays the same. */
export const updateProvider = changeable.extend({
  id,
  clientSecret,
  /** What the given fields were, and with a secret the issuer, the client id and the mark; absent: nothing is compared. */
  seen: changeable.extend({ secretMark: mark.optional() }).optional(),
});

export const oneProvider = z.strictObject({ id });

export const switchProvider = z.strictObject({ id, isActive: z.boolean() });

/** For `private_key_jwt` without a secret: a new key is made. */
export const rotateProvider = z.strictObject({
  id,
  clientSecret,
  /** Whose secret it is, and which one it replaces; absent: nothing is compared. */
  seen: changeable.pick({ issuer: true, clientId: true }).extend({ secretMark: mark.optional() }).optional(),
});

export type AddProvider = z.output<typeof addProvider>;
export type UpdateProvider = z.output<typeof updateProvider>;
export type RotateProvider = z.output<typeof rotateProvider>;
