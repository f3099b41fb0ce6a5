/** The document method's form. */
export const document = {
  document: {
    heading: "Photograph your document",
    which:
      "A passport’s photo page, an ID card’s side with the lines of letters and <<<, or the back of a driving licence from the United States or Canada.",
    tips: [
      "The <<< lines, or the whole barcode, are in the picture",
      "Bright, even light and no reflection",
      "Letters and fine lines are sharp",
    ],
    drawing: "Drawing: the back of a licence. Below the magnetic stripe is a wide block of fine black lines.",
    field: "Photo of your document",
    choose: "Choose a photo",
    chooseOther: "Choose another photo",
    camera: "Take a photo",
    formats: "JPEG, PNG, WebP, HEIC or AVIF, up to 12 MB",
    preview: "Your photo. Are letters and fine lines sharp?",
    submit: "Check my age",
    cameraSubmit: "Check this photo",
    preparing: "Preparing your photo",
    sending: "Sending your photo",
    checking: "Reading the document",
    wrongType: "This file is not a JPEG, PNG, WebP, HEIC or AVIF picture. Choose another one.",
  },
} as const;
