/** What happened, in the person's words, and what helps. */
export const problems = {
  attempts: { one: "You can try one more time.", other: "You can try {count} more times." },
  /** Said of a file that was not even opened; then how many attempts are left. */
  notAnAttempt: "This does not count as an attempt.",
  problems: {
    generic: {
      title: "Something went wrong on our side",
      what: "Nothing was checked.",
      next: "Please try again in a moment.",
    },
    /** By code; a code with a reason is looked up as CODE.reason first. */
    findings: {
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "The photo is blurred",
        what: "Its letters and fine lines run into each other.",
        next: "Hold the phone still, tap on the <<< lines or the barcode to focus, and take the photo again.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "A reflection covers part of the document",
        what: "Light shines back from the document and hides what is below it.",
        next: "Turn off the flash and tilt the document a little until nothing shines.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "The document is too small in the photo",
        what: "Its letters and lines are too fine to be told apart.",
        next: "Go closer until the document fills the picture, and send the original photo, not a screenshot.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "The photo is too dark",
        what: "There is too little light to read it.",
        next: "Turn on a light or go to a window, and take the photo again.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "The photo is not clear enough",
        what: "The part that we read could not be seen well.",
        next: "Use even light, hold the phone still and let the document fill the picture.",
      },
      DOCUMENT_UNREADABLE: {
        title: "We could not read the document",
        what: "We found its lines or its barcode, but parts of them are covered, cut off, bent or worn.",
        next: "Lay it flat, keep the <<< lines or the whole barcode in the picture and take the photo again.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "The document’s lines do not add up",
        what: "We read the lines of letters and <<<, but their check digits are wrong.",
        next: "Make sure that nothing covers the lines. If it happens again, use another document.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "We found nothing that we can read",
        what: "The picture shows neither the lines of letters and <<< of a passport or ID card, nor the wide barcode of a licence.",
        next: "Try the passport’s photo page, or turn the card over: both are often on the back.",
      },
      DOCUMENT_EXPIRED: {
        title: "This document is no longer valid",
        what: "Its date of expiry has passed, so it cannot be used here.",
        next: "Use another document that is still valid.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "We cannot use this kind of document",
        what: "Passports, ID cards with <<< lines, and licences from the United States and Canada work.",
        next: "Use one of those.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "We could not open this file",
        what: "It is not a JPEG, PNG, WebP, HEIC or AVIF picture, or it is damaged.",
        next: "Choose a photo in one of these formats, or take a new one.",
      },
      IMAGE_TOO_LARGE: {
        title: "The picture is too large",
        what: "We take up to 12 MB and 50 megapixels.",
        next: "Take the photo at a lower resolution, or crop it to the document.",
      },
      METHOD_FAILED: {
        title: "The check broke off",
        what: "Something failed on our side. It has nothing to do with you or your photo.",
        next: "Please try again.",
      },
    },
    /** The request was refused before anybody looked at the evidence: no attempt is used. */
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "We are still checking your photo",
        what: "The one that you sent before is being read.",
        next: "Wait a moment: this page shows the result by itself.",
      },
      SERVICE_UNAVAILABLE: {
        title: "Many people are here right now",
        what: "Your photo was not checked, and this does not count as an attempt.",
        next: "Please try again in a few seconds.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "The file is too large",
        what: "We take pictures of up to 12 MB. This does not count as an attempt.",
        next: "Choose a smaller one, or take the photo at a lower resolution.",
      },
      INVALID_REQUEST_BODY: {
        title: "No photo arrived",
        what: "The form came without a picture. This does not count as an attempt.",
        next: "Choose a photo first, then send it.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "That was a little too often",
        what: "Nothing is lost, and this does not count as an attempt.",
        next: "Wait a few minutes, or go on with this device.",
      },
      METHOD_UNAVAILABLE: {
        title: "This way is not offered here",
        what: "The check can be done in another way only.",
        next: "Choose one of the ways on this page.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "This check has already ended",
        what: "Nothing more can be sent.",
        next: "This page shows how it ended.",
      },
      NETWORK: {
        title: "The connection broke off",
        what: "Your photo did not reach us. This does not count as an attempt.",
        next: "Check your connection and send it again.",
      },
    },
  },
} as const;
