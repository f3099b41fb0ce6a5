/** What a file field offers; the server judges by the bytes. */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif";
