import type { FormatId } from "../../../src/methods/document/mrz/formats.ts";
import { expose, layCard, shine } from "../licence/camera.ts";
import { drawDesk } from "../licence/desk.ts";
import { cardToPhoto, type Pose } from "../licence/projection.ts";
import { drawDocument, type Print, placeOnFace } from "./document-face.ts";
import type { Holder } from "./holder.ts";

export type MrzPhotoOptions = Pose &
  Print & {
    format: FormatId;
    holder: Holder;
    /** What is printed: zoneText's lines, or altered ones. */
    lines: readonly string[];
    /** In pixels; the height is three quarters of that. */
    width: number;
    /** How far the page bulges, as a share of its height (below 0 it sags), and where across it: 0.5 is the middle. */
    bend?: number;
    bendAt?: number;
    blur: number;
    noise: number;
    light: number;
    glare: number;
    glareAt: { x: number; y: number };
    jpegQuality: number;
    seed: number;
  };

/** A JPEG of a passport's page or a card of nobody, as a phone would take it. The same options give the same picture. */
export const makeMrzPhoto = async (o: MrzPhotoOptions): Promise<Uint8Array> => {
  const photo = { width: o.width, height: Math.round(o.width * 0.75) };
  const face = await drawDocument(
    { format: o.format, holder: o.holder, lines: o.lines, print: o },
    Math.round(photo.width * o.share * 1.1),
    o.seed,
  );
  const scene = await drawDesk(photo.width, photo.height, o.seed);
  const page = placeOnFace(o.format);
  const bend = { ...page, rise: (o.bend ?? 0) * page.height, vertex: o.bendAt ?? 0.5 };
  layCard(scene, face, cardToPhoto(o, photo), bend);
  shine(scene, { level: o.light, glare: o.glare, glareAt: o.glareAt }, o.seed);
  return expose(scene, o, o.seed);
};
