import { z } from "zod";
import { mode, text } from "#contracts/public/common.ts";
import { setWalletCertificate } from "#contracts/public/wallet-certificates.ts";
import { VENDOR_KINDS } from "#core/identity/vendor.ts";
import { id, label, mark } from "./common.ts";

/**
 * As the vendor issued it, for Yoti also the service's private key as PEM; stored sealed and never returned.
 */
const apiKey = text(4_000).trim().min(1);

/**
 * Stripe's `whsec_…`, or the secret of the destination at Didit; for Yoti, the public key of its sandbox; absent:
 * the key that Yoti has published.
 */
const callbackKey = text(4_000).trim().min(1).optional();

/** Yoti's SDK id, the id of the workflow at Didit; absent for Stripe. */
const accountId = z.uuid().optional();

export const addVendor = z.strictObject({
  /** The method becomes `vendor:<kind>`. */
  kind: z.enum(VENDOR_KINDS),
  mode,
  /** On the hosted page's button; absent: the vendor's own. */
  name: label(60).optional(),
  accountId,
  /** Whether the person's face is compared with the document; absent: yes, where the vendor offers that choice. */
  asksSelfie: z.boolean().optional(),
  apiKey,
  callbackKey,
});

const name = label(60);

export const oneVendor = z.strictObject({ id });

export const renameVendor = z.strictObject({
  id,
  name,
  /** What the change was made from; absent: nothing is compared. */
  seen: z.strictObject({ name }).partial().optional(),
});

export const switchVendor = z.strictObject({ id, isActive: z.boolean() });

export const chooseVendorSelfie = z.strictObject({ id, asksSelfie: z.boolean() });

export const rotateVendor = z.strictObject({
  id,
  accountId,
  apiKey,
  callbackKey,
  /** Which keys are replaced; absent: nothing is compared. */
  seen: z.strictObject({ keysMark: mark }).partial().optional(),
});

/** A tenant's certificate for requests to wallets, as an authority issued it; all of it is stored sealed. */
export const setCertificate = setWalletCertificate.body.extend({
  /** Which certificate it replaces, by its id; null: none; absent: nothing is compared. */
  seen: z.strictObject({ certificateId: id.nullable() }).partial().optional(),
});

/** A certificate for reader authentication, as a wallet's provider issued it; key and chain are stored sealed. */
export const addReader = setCertificate.pick({ key: true, chain: true }).extend({
  /** The domain for which it was issued: the host of the pages that ask. */
  domain: text(253).trim().toLowerCase().min(1),
});

export const removeReader = z.strictObject({ id });

export type AddVendor = z.output<typeof addVendor>;
export type ChooseVendorSelfie = z.output<typeof chooseVendorSelfie>;
export type RenameVendor = z.output<typeof renameVendor>;
export type RotateVendor = z.output<typeof rotateVendor>;
export type SetCertificate = z.output<typeof setCertificate>;
export type AddReader = z.output<typeof addReader>;
