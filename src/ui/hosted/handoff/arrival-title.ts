import type { Words } from "../words.ts";

export type Offer = { brand: { name: string } };

export const arrivalTitle = ({ texts, say }: Words, offer: Offer | null): string =>
  offer ? say(texts.handoff.arriveTitle, { tenant: offer.brand.name }) : texts.handoff.staleTitle;
