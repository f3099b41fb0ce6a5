import type { Deps } from "../context.ts";

const RANDOM_BYTES = 20;

/** 160 random bits and no time: the id is in the address that a wallet posts to, so nobody may guess one. */
export const newTransactionId = ({ random }: Pick<Deps, "random">): string =>
  `wtx_${Buffer.from(random(RANDOM_BYTES)).toString("hex")}`;

export const isTransactionId = (text: string): boolean => /^wtx_[0-9a-f]{40}$/.test(text);
