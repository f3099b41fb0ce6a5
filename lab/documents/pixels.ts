import sharp, { type Sharp } from "sharp";

export type Pixels = { data: Uint8Array; width: number; height: number };

type Size = Pick<Pixels, "width" | "height">;

/** SVG elements as a file; `viewBox` where their units are not pixels. */
export const svgOf = ({ width, height }: Size, drawing: string, viewBox?: Size): Buffer => {
  const units = viewBox ? ` viewBox="0 0 ${viewBox.width} ${viewBox.height}"` : "";
  const size = `width="${width}" height="${height}"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}${units}>${drawing}</svg>`);
};

/** Pixels (RGB) as an image. */
export const rgbImage = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export const pixelsOf = async (image: Sharp): Promise<Pixels> => {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

export const rgbOf = (image: Sharp): Promise<Pixels> => pixelsOf(image.removeAlpha());
