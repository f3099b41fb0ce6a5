import type { FormatId } from "@lintel/document-reader/mrz";
import { expose, layCard, type Screen, type Shot, shine } from "./camera.ts";
import { drawDocument, type Print, placeOnFace } from "./document-face.ts";
import { drawGround, type Ground } from "./ground.ts";
import type { Holder } from "./holder.ts";
import type { Pixels } from "./pixels.ts";
import { apply, cardToPhoto, type Homography, type Pose } from "./projection.ts";

export type MrzPhotoOptions = Pose &
  Print &
  Shot & {
    format: FormatId;
    holder: Holder;
    /** What is printed: zoneText's lines, or altered ones. */
    lines: readonly string[];
    /** How far the page bulges, as a share of its height (below 0 it sags), and where across it: 0.5 is the middle. */
    bend?: number;
    bendAt?: number;
    ground?: Ground;
    screen?: Screen;
    /** The picture ends just below the zone. */
    isCutOff?: boolean;
  };

/** The upper part of the picture, down to where the zone ends on either side. */
const cutOff = (scene: Pixels, page: ReturnType<typeof placeOnFace>, toPhoto: Homography): Pixels => {
  const ends = [page.left, page.left + page.width].map((x) => apply(toPhoto, x, page.zoneEnd).y);
  const height = Math.min(scene.height, Math.ceil(Math.max(...ends)));
  return { data: scene.data.subarray(0, scene.width * height * 3), width: scene.width, height };
};

/** A JPEG of a passport's page or a card of nobody, as a phone would take it. The same options give the same picture. */
export const makeMrzPhoto = async (o: MrzPhotoOptions): Promise<Uint8Array> => {
  const photo = { width: o.width, height: Math.round(o.width * 0.75) };
  const face = await drawDocument(
    { format: o.format, holder: o.holder, lines: o.lines, print: o },
    Math.round(photo.width * o.share * 1.1),
    o.seed,
  );
  const scene = await drawGround(o.ground ?? "desk", photo.width, photo.height, o.seed);
  const page = placeOnFace(o.format);
  const bend = { ...page, rise: (o.bend ?? 0) * page.height, vertex: o.bendAt ?? 0.5 };
  const toPhoto = cardToPhoto(o, photo);
  layCard(scene, face, toPhoto, o.screen ? { bend, screen: o.screen } : { bend });
  shine(scene, o);
  return expose(o.isCutOff ? cutOff(scene, page, toPhoto) : scene, o);
};
