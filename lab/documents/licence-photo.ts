import { castShadow, expose, layCard, type Screen, type Shot, shine } from "./camera.ts";
import { CARD, drawCard } from "./card-face.ts";
import { drawDesk } from "./ground.ts";
import { INVENTED_ISSUER, type LicencePayload } from "./payload.ts";
import { cardToPhoto, type Pose } from "./projection.ts";

export type LicencePhotoOptions = Pick<LicencePayload, "birthDate" | "expiryDate" | "issueDate"> &
  Partial<LicencePayload & Pose & Shot> & {
    /** Of the barcode's error correction, 0 to 8. */
    correctionLevel?: number;
    /** How far the card bulges, as a share of its height; below 0 it sags. */
    bend?: number;
    /** The card shown on a screen. */
    screen?: Screen;
  };

const DEFAULTS = {
  kind: "driving_licence",
  country: "USA",
  issuer: INVENTED_ISSUER,
  tilt: 0,
  pitch: 0,
  yaw: 0,
  share: 0.82,
  centre: { x: 0.5, y: 0.5 },
  width: 1600,
  correctionLevel: 5,
  bend: 0,
  blur: 0.6,
  noise: 3,
  light: 1.04,
  glare: 0,
  glareAt: { x: 0.5, y: 0.5 },
  jpegQuality: 82,
  seed: 1,
} as const;

/**
 * A JPEG of the back of a licence of nobody, as a phone would take it: a card with a true barcode, on a desk,
 * turned, seen at an angle, lit, blurred and grainy. The same options give the same picture.
 */
export const makeLicencePhoto = async (options: LicencePhotoOptions): Promise<Uint8Array> => {
  const o = { ...DEFAULTS, ...options };
  const photo = { width: o.width, height: Math.round(o.width * 0.75) };
  const toPhoto = cardToPhoto(o, photo);
  // The card is drawn at about the size it will have: drawn much larger, it would flicker when it is sampled.
  const card = await drawCard(o, Math.round(photo.width * o.share * 1.1), o.seed, o.correctionLevel);
  const scene = await castShadow(await drawDesk(photo.width, photo.height, o.seed), toPhoto);
  const bend = { rise: o.bend * CARD.height, vertex: 0.5, left: 0, width: CARD.width };
  layCard(scene, card, toPhoto, o.screen ? { bend, screen: o.screen } : { bend });
  shine(scene, o);
  return expose(scene, o);
};
