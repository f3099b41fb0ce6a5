const MAX_SIDE = 2600;
const QUALITY = 0.9;

/** Types that the server opens quickly. */
const PLAIN_TYPES = ["image/jpeg", "image/png", "image/webp"];

const isLarge = (file: File, side: number): boolean => side > MAX_SIDE || file.size > 8 * 1024 * 1024;

/**
 * Shrinks a photo that is far larger than needed, turns another type that this browser opens (HEIC in Safari,
 * AVIF and BMP nearly everywhere) into JPEG, and leaves anything else unchanged. If that fails, the server
 * judges the original.
 */
export const shrinkPhoto = async (file: File): Promise<Blob> => {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const side = Math.max(bitmap.width, bitmap.height);
    if (PLAIN_TYPES.includes(file.type) && !isLarge(file, side)) {
      bitmap.close();
      return file;
    }
    const scale = Math.min(1, MAX_SIDE / side);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return small ?? file;
  } catch {
    return file;
  }
};
