import type { Translated } from "./text.ts";

/** What stands around every screen, and the pages that are no verification. */
export const page = {
  frame: { by: "Age check by", support: "Help from {tenant}", language: "Language" },
  test: {
    badge: "Test mode",
    about: "No real check takes place and nothing is billed. Choose what should happen:",
    bar: "This page was opened with a test key.",
    outcomes: {
      approve: { name: "Approve", about: "The person is old enough." },
      under_age: { name: "Under age", about: "The person is one year too young." },
      poor_document: { name: "Poor document", about: "The photo is blurred; uses one attempt." },
      provider_error: { name: "Provider error", about: "The method breaks; uses one attempt." },
      expire: { name: "Expire", about: "The time runs out now." },
    },
  },
  broken: {
    title: "This page could not be shown",
    text: "Something failed on our side. Nothing was decided, and nothing that you sent before is lost.",
    reference: "If you ask somebody about it, quote",
    again: "Try again",
  },
  missing: {
    title: "There is no such page",
    text: "The address may be incomplete or out of date. If a website sent you here for an age check, go back to it and start again.",
  },
} as const;

/** English: the catalogue that all others follow. */
export const en = {
  ...page,

  // The first screen: who asks, what happens to the data, and the ways to prove it.
  start: {
    title: "{tenant} asks you to prove that you are {age} or over",
    lead: "Nothing starts before you press a button.",
    learns: {
      term: "What {tenant} learns",
      text: "Whether you are {age} or over and, where your proof says it, your age in years. Not your name, not your birthday, no picture.",
    },
    kept: {
      term: "What is kept",
      text: "Only that answer, how it was proven and when. What you show is deleted as soon as it has been checked.",
    },
    choose: "Choose how you want to prove it",
    onlyWay: "How it works",
    begin: "Start",
    otherWay: "Choose another way",
    back: "Back to the start",
    cancel: "I don’t want to do this",
    noWay: "No way to prove your age can be used here right now. Go back to {tenant} and ask for another.",
  },
  /** `needs`: what to have at hand; `time`: how long it takes; `where`: who processes it, and where. */
  methods: {
    document: {
      name: "Photo of a document",
      needs: "A passport, an ID card, or a driving licence from the United States or Canada",
      time: "About a minute",
      where: "Read on this server and deleted at once. No other company sees it.",
    },
    unknown: { name: "Another way", needs: "", time: "", where: "" },
  },
  privacy: {
    brief: "Your photo is read on this server and deleted at once. {tenant} never sees it.",
    more: "What is kept, and who learns what",
    deleted: {
      term: "Deleted at once",
      text: "The photo, your name, your date of birth and everything else on the document.",
    },
    kept: {
      term: "Kept here",
      text: "The answer ({age} or over, or not), your age in years, the kind of document and the time.",
    },
    learns: {
      term: "{tenant} learns",
      text: "The same: the answer, your age in years, the kind of document and the time.",
    },
    nobody: {
      term: "Nobody else",
      text: "No other company takes part, and this page loads nothing from elsewhere.",
    },
  },

  // Stopping on purpose, the time that is left, and a connection that is away.
  cancel: {
    title: "Do you want to stop?",
    text: "Nothing will be decided about your age. {tenant} is told only that you stopped.",
    after: "This page then closes for good. You can ask {tenant} for a new check at any time.",
    yes: "Yes, stop",
    no: "No, go on",
  },
  time: {
    left: {
      one: "This page stays open for {count} more minute.",
      other: "This page stays open for {count} more minutes.",
    },
    closing: "This page closes in less than a minute.",
    after: "If the time runs out, nothing is lost: {tenant} can open a new page for you.",
  },
  offline: {
    waiting: "You are offline. This page goes on by itself as soon as you are connected again.",
    unsent: "You are offline. What you chose is sent by itself as soon as you are connected again.",
    back: "You are connected again.",
  },

  // The document method's form.
  document: {
    heading: "Photograph your document",
    which: "A passport’s photo page, an ID card’s side with the lines of letters and <<<, or the back of a driving licence from the United States or Canada.",
    tips: ["The <<< lines, or the whole barcode, are in the picture", "Bright, even light and no reflection", "Letters and fine lines are sharp"],
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

  // The live camera of the document method.
  camera: {
    introTitle: "Before the camera opens",
    intro: ["Your browser asks whether this page may use the camera.", "Hold the document in the frame. As soon as it is sharp, the picture takes itself.", "Only that one picture is sent, read and deleted. Nothing is recorded."],
    open: "Open the camera",
    starting: "The camera is starting",
    liveTitle: "Hold the document in the frame",
    shutter: "Take the photo now",
    light: "Light",
    close: "Close the camera",
    choose: "Choose a photo instead",
    again: "Try again",
    pausedTitle: "The camera is off",
    paused: "It was turned off because this page was out of sight.",
    resume: "Turn it on again",
    hints: {
      searching: "Lay the lines with <<< into the frame",
      too_dark: "It is too dark: turn on a light",
      glare: "Something shines: tilt the document a little",
      too_far: "Go closer",
      blurry: "It is blurred: hold still, a little further away",
      cut_off: "The lines are cut off: bring all of them into the frame",
      hold_still: "Almost: hold still, without shadow or shine",
      barcode: "A barcode: fill the frame with it and press the button",
      manual: "Press the button when letters and lines are sharp",
      read: "Got it",
    },
    problems: {
      denied: {
        title: "This page may not use the camera",
        text: "You or your browser said no. You can allow it in the browser’s settings for this page, or choose a photo instead.",
      },
      missing: {
        title: "We found no camera",
        text: "This device has none that a page can use. Choose a photo instead.",
      },
      busy: {
        title: "The camera is in use",
        text: "Another program or tab holds it. Close that and try again, or choose a photo instead.",
      },
      failed: {
        title: "The camera did not start",
        text: "Try again, or choose a photo instead.",
      },
    },
  },

  // A check that goes on at a phone.
  handoff: {
    offer: "Your phone’s camera sees a document better.",
    start: "Continue on your phone",
    title: "Continue on your phone",
    steps: ["Open the camera of your phone.", "Point it at this picture and open the link that appears.", "Go on there. This page follows by itself."],
    picture: "A picture that your phone’s camera reads: it opens this check on your phone.",
    limits: "It works once and for five minutes. Use your own phone, and send the picture to nobody.",
    here: "Continue here instead",
    openedTitle: "Opened on your phone",
    opened: "Go on there. As soon as you are done, this page shows the result by itself. You can leave it open.",
    expiredTitle: "The picture has run out",
    expired: "Nobody used it in time. That is all right: show a new one.",
    again: "Show a new one",
    arriveTitle: "Continue the age check of {tenant} on this phone",
    arrive: "Only go on if the picture was on your own computer, and if you started this check yourself.",
    arriveGo: "Continue here",
    staleTitle: "This link does not work any more",
    stale: "It works once and for five minutes. Go back to your computer, show a new picture there and open that one.",
    takenBackTitle: "This check goes on at your computer",
    takenBack: "It was taken back there. Nothing more can be sent from here, and nothing that you sent is kept.",
    back: "Go back to your computer: it goes on there. You can close this page.",
  },

  // What happened, in the person's words, and what helps.
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

  // How it ended, and the way back to who asked.
  approved: {
    title: "You have shown that you are {age} or over",
    text: "{tenant} gets the answer without your name or date of birth. Nothing that you showed was kept.",
    go: "Continue to {tenant}",
  },
  rejected: {
    title: "The check shows an age under {age}",
    text: "The check itself worked, so trying again with the same document or wallet will not change its answer. {tenant} asks for {age} or over. It is told the answer, without your name or date of birth.",
    next: ["If this is wrong, make sure that the document is yours and still valid.", "Then ask {tenant} for a new check."],
    go: "Back to {tenant}",
  },
  failed: {
    title: "We could not check your age",
    text: "This is no decision about your age. All attempts are used, and none of them could be read.",
    last: "The last attempt: {problem}.",
    next: ["Go back to {tenant} and start again: you get a new page and new attempts.", "Try in daylight, with the document flat on a dark table.", "If your document is worn, ask {tenant} for another way."],
    go: "Back to {tenant}",
  },
  expired: {
    title: "This page has run out of time",
    text: "Nothing was decided, and nothing that you showed was kept.",
    next: ["Go back to {tenant} and start again: that opens a new page."],
    go: "Back to {tenant}",
  },
  cancelled: {
    title: "You stopped this check",
    text: "Nothing was decided about your age. {tenant} was told only that you stopped.",
    next: ["Go back to {tenant}: there may be another way, or you can ask for a new check."],
    go: "Back to {tenant}",
  },
  wayBack: {
    next: "What you can do now",
    close: "You can close this page and go back to {tenant}.",
    soon: {
      one: "Going there by itself in {count} second.",
      other: "Going there by itself in {count} seconds.",
    },
    stay: "Stay here",
  },

  // Proving an age with a wallet: in this browser, by a link on this device, or by a code for another one.
  wallet: {
    method: {
      name: "A wallet on your phone",
      needs: "The EU age verification app, or a driving licence in your wallet",
      time: "Less than a minute",
      where: "Only yes or no leaves your wallet. No other company takes part.",
    },
    heading: "Use a wallet on your phone",
    about: "Your wallet answers one question: are you {age} or over, yes or no. Your name, your date of birth and the rest stay with you.",
    browser: {
      button: "Continue with a wallet",
      about: "This browser asks the wallets that it knows, on this device or on your phone.",
      waiting: "Waiting for your wallet …",
      checking: "Checking the answer …",
    },
    /** The kinds of wallet that take a link. */
    apps: { eu: "EU age verification app", openid4vp: "Another wallet app" },
    link: {
      start: "Open an app on this device",
      heading: "Go on in the app",
      open: "Open the app",
      what: "Agree there; the app then brings you back to this browser.",
      nothing: "Nothing happens? Then this device has no such app. Choose another way below.",
    },
    qr: {
      start: "Show a code for my phone",
      heading: "Scan this code with your phone",
      alt: "QR code for your wallet app",
      what: "Use the phone’s camera or the wallet app, and agree there. This page then goes on by itself.",
      reload: "Without JavaScript: look whether the answer is here",
    },
    again: "Or another way to your wallet",
    demo: { text: "Test mode: no phone at hand?", link: "Answer with the demo wallet" },
    tryTest: "Try a wallet with a test credential",
    /** By code; none of them uses an attempt. */
    problems: {
      WALLET_DECLINED: {
        title: "The wallet was closed",
        what: "Nothing was shared, and this does not count as an attempt.",
        next: "Ask the wallet again, or choose another way below.",
      },
      WALLET_NOT_FOUND: {
        title: "This browser reached no wallet",
        what: "Perhaps there is none on this device, or it holds nothing that proves your age.",
        next: "Try one of the other ways below.",
      },
      WALLET_REFUSED: {
        title: "The wallet’s answer could not be used",
        what: "Its proof of age has expired, comes from somebody who is not recognised here, or was for another request.",
        next: "Try again with another proof of age, or choose another way below.",
      },
    },
    privacy: {
      brief: "Only yes or no leaves your wallet. {tenant} never sees your wallet.",
      deleted: {
        term: "Dropped at once",
        text: "The signed answer itself, with everything in it that could recognise you or your device.",
      },
      kept: {
        term: "Kept here",
        text: "The answer ({age} or over, or not), the kind of credential, who vouched for it and the time.",
      },
      learns: { text: "The answer, the kind of credential and the time." },
      nobody: {
        text: "Whoever issued the credential does not hear of this check, and this page loads nothing from elsewhere.",
      },
    },
    elsewhere: {
      title: "Go on where you started",
      text: "Your wallet opened another browser than the one with your age check. Nothing was decided here.",
      next: "Go back to the browser in which you started, and open the app from there once more. A QR code works across devices.",
    },
  },
} as const;

/** Every text of the hosted page in one language. */
export type Texts = Translated<typeof en>;
