import { page } from "./en-page.ts";
import type { Translated } from "./text.ts";

/** English: the catalogue that all others follow. */
export const en = {
  ...page,
  test: {
    badge: "Test mode",
    about: "No real check takes place and nothing is billed. Choose an outcome:",
    bar: "This page was opened with a test key.",
    outcomes: {
      approve: { name: "Approve", about: "The person is old enough." },
      under_age: { name: "Under age", about: "The person is one year too young." },
      poor_document: { name: "Poor document", about: "The photo is blurred. Uses one attempt." },
      provider_error: { name: "Provider error", about: "The method fails. Uses one attempt." },
      expire: { name: "Expire", about: "The verification expires now." },
    },
  },

  // The first screen: who asks, what happens to the data, and the methods.
  start: {
    title: "{tenant} asks you to prove that you are {age} or over",
    lead: "Nothing starts until you press a button.",
    choose: "Choose how to prove your age",
    onlyWay: "How it works",
    otherWay: "Choose another way",
    back: "Back to the start",
    cancel: "I don’t want to do this",
    noWay: "You cannot prove your age here at the moment. Go back to {tenant} and ask for another way.",
    others: "I cannot use any of these",
    wayClosed: "You can no longer use that way in this check. Choose another one.",
  },
  /** `needs`: what to have at hand; `time`: how long it takes; `where`: who processes it, and where. */
  methods: {
    document: {
      name: "Photo of a document",
      needs: "A passport, an ID card, or a driving licence from the United States or Canada",
      time: "About a minute",
      where: "Read on this server and deleted at once. No other company sees it.",
    },
    unknown: "Another way",
    /** Names of methods begin with a capital: within a sentence they are quoted. */
    quoted: "“{name}”",
  },
  privacy: {
    brief: "Your photo is read on this server and deleted at once. {tenant} never sees it.",
    more: "What is kept, and who learns what",
    deletedTerm: "Deleted at once",
    deleted: "The photo, your name, your date of birth and the number of the document.",
    keptTerm: "Kept here",
    learnsTerm: "{tenant} learns",
    nobodyTerm: "Nobody else",
    nobody: "No other company is involved, and this page loads nothing from other sites.",
  },

  /** What the tenant learns and what is kept, by the check: core/practice/page-facts.ts chooses the sentences. */
  facts: {
    learns: {
      only: "{tenant} learns only whether you are {age} or over",
      years: "{tenant} learns whether you are {age} or over and, if your proof shows it, your age in years",
      ages: "{tenant} learns only which of these ages you reach: {ages}",
      agesAndYears: "{tenant} learns which of these ages you reach ({ages}) and, if your proof shows it, your age in years",
      how: "It also learns how you proved it, and when. We do not send it your name, your date of birth or any photo.",
      when: "It also learns when, but not how you proved it. We do not send it your name, your date of birth or any photo.",
    },
    shown: "What you show here is deleted as soon as it has been checked",
    mark: { one: "Only a mark of your document is kept, for {count} day", other: "Only a mark of your document is kept, for {count} days" },
    markAbout: "The mark shows {tenant} whether the same document is used again. It is computed with a secret key, and nothing on the document can be read from it.",
    until: "These are kept until {tenant} erases them:",
    days: { one: "These are kept for {count} day at most:", other: "These are kept for {count} days at most:" },
    parts: {
      result: "the answer, how you proved it, and when",
      years: "your age in years, if your proof shows it",
      ages: "which of the ages asked for you reach",
      tries: "each attempt, and why it was not enough",
      course: "how the check went: language, times and the ways offered",
      document: "a mark of your document",
      voucher: "which code you used, and which member of staff gave it to you",
      entries: "what {tenant} sent along, such as an order number",
      address: "a mark of your network address, not the address itself",
      person: "for one day, a mark that stands for you at {tenant}",
      records: "technical records: pages opened, messages to {tenant}, requests to wallets and other companies",
    },
    vendors: { erases: "{provider} has its own copy of what you show there. We ask for it to be erased, which can take some days.", keeps: "{provider} has its own copy of what you show there. We cannot have it erased: ask {provider}." },
  },
  /** The step first, then whose check it is: the title of each step. */
  step: { of: "{step} – age check of {tenant}" },

  // Stopping, the time left, and a lost connection.
  cancel: {
    title: "Do you want to stop?",
    text: "No decision will be made about your age. {tenant} learns only that you stopped.",
    after: "You cannot continue on this page after that. You can ask {tenant} for a new check at any time.",
    yes: "Yes, stop",
    no: "No, continue",
  },
  time: {
    left: {
      one: "This page stays open for {count} more minute.",
      other: "This page stays open for {count} more minutes.",
    },
    closing: "This page closes in less than a minute.",
    after: "If the time runs out, nothing is lost: {tenant} can open a new page for you.",
    look: "Without JavaScript: see whether there is news",
  },
  offline: {
    waiting: "You are offline. This page continues when you are connected again.",
    unsent: "You are offline. Your choice is sent when you are connected again.",
    back: "You are connected again.",
  },

  // What was sent, on its way.
  sending: {
    sending: "Sending …",
    reading: "It has arrived and is being read.",
    unsure: "We do not know yet whether it arrived. This page keeps asking.",
    slow: "This is taking longer than usual. You can keep waiting, or stop and send it again: it counts once.",
    stop: "Stop waiting",
  },

  // The document method's form.
  document: {
    heading: "Photograph your document",
    which: "The photo page of a passport, the side of an ID card with the lines of letters and <<<, or the back of a driving licence from the United States or Canada. Other driving licences, such as European ones, cannot be read.",
    tips: ["The <<< lines, or the whole barcode, are in the picture", "Bright, even light with no reflections", "Letters and fine lines are sharp"],
    drawing: "Two drawings. A passport’s photo page: at the bottom are two long lines of letters. The back of a licence: below the magnetic stripe is a wide block of fine black lines.",
    field: "Photo of your document",
    choose: "Choose a photo",
    chooseOther: "Choose another photo",
    camera: "Take a photo",
    formats: "JPEG, PNG, WebP, HEIC or AVIF, up to 12 MB",
    preview: "Your photo. Are the letters and fine lines sharp?",
    submit: "Check my age",
    cameraSubmit: "Check this photo",
    preparing: "Preparing your photo",
  },

  // The live camera of the document method.
  camera: {
    introTitle: "Before the camera opens",
    intro: ["Your browser asks whether this page may use the camera.", "Hold the document in the frame. The photo is taken by itself as soon as it is sharp.", "Only that photo is sent, read and deleted. Nothing is recorded."],
    open: "Open the camera",
    starting: "The camera is starting",
    slow: "The camera has not started yet. If your browser does not ask you about it, choose a photo instead.",
    liveTitle: "Hold the document in the frame",
    shutter: "Take the photo now",
    light: "Light",
    close: "Close the camera",
    choose: "Choose a photo instead",
    again: "Try again",
    pausedTitle: "The camera is off",
    paused: "It was turned off because this page was not visible.",
    resume: "Turn it on again",
    hints: {
      searching: "Place the lines with <<< inside the frame",
      too_dark: "Too dark: turn on a light",
      glare: "There is a reflection: tilt the document a little",
      too_far: "Move closer",
      blurry: "Blurred: hold still, a little further away",
      cut_off: "The lines are cut off: fit all of them into the frame",
      covered: "Part of the lines is covered: move your fingers away",
      hold_still: "Almost there: hold still, avoid shadows and reflections",
      barcode: "Barcode found: fill the frame with it and hold still",
      manual: "Press the button when the letters and lines are sharp",
      read: "Got it",
    },
    problems: {
      denied: {
        title: "This page may not use the camera",
        text: "You or your browser did not allow it. Allow the camera in the browser’s settings for this page, or choose a photo instead.",
      },
      missing: {
        title: "We found no camera",
        text: "This device has no camera that this page can use. Choose a photo instead.",
      },
      busy: {
        title: "The camera is in use",
        text: "Another app or tab is using it. Close it and try again, or choose a photo instead.",
      },
      failed: {
        title: "The camera did not start",
        text: "Try again, or choose a photo instead.",
      },
    },
  },

  // A check that continues on a phone.
  handoff: {
    offer: "Your phone’s camera takes sharper photos.",
    start: "Continue on your phone",
    title: "Continue on your phone",
    steps: ["Open your phone’s camera.", "Point it at this QR code and open the link that appears.", "Continue there. This page updates by itself."],
    picture: "QR code that opens this check on your phone.",
    limits: "It works once, within five minutes. Use your own phone and do not share the code.",
    here: "Continue here instead",
    openedTitle: "Opened on your phone",
    opened: "Continue there. When you finish, this page shows the result. You can leave it open.",
    expiredTitle: "The code has expired",
    expired: "It was not used in time. Show a new one to continue.",
    again: "Show a new one",
    arriveTitle: "Continue the age check of {tenant} on this phone",
    arrive: "Only continue if the code was on your own computer and you started this check yourself.",
    arriveGo: "Continue here",
    staleTitle: "This link no longer works",
    stale: "It works once, within five minutes. Go back to your computer, show a new code and scan it.",
    takenBackTitle: "This check continues on your computer",
    takenBack: "It was moved back there. Nothing more can be sent from here, and nothing you sent is kept.",
    back: "Go back to your computer to continue. You can close this page.",
  },

  // What happened, in the person's words, and what to do about it.
  attempts: { one: "You can try one more time.", other: "You can try {count} more times." },
  /** For a file that was not opened; the number of attempts left follows. */
  notAnAttempt: "This does not count as an attempt.",
  /** In place of `next`, where the browser knows the person’s clock. */
  birthday: { after: "Try again after {time}: by then it has begun everywhere." },
  problems: {
    generic: {
      title: "Something went wrong on our side",
      what: "Nothing was checked.",
      next: "Please try again in a moment.",
    },
    /** By code; a code with a reason is looked up as CODE.reason first. */
    findings: {
      IDENTITY_PROVIDER_UNDECIDED: {
        title: "The provider does not confirm your age",
        what: "It does not say, or not reliably enough, whether you reach the age asked for here.",
        next: "Choose another way to prove your age.",
      },
      VENDOR_UNDECIDED: {
        title: "Your document could not be checked",
        what: "The company that looked at it cannot say whether you reach the age asked for here.",
        next: "Try again with another document, or choose another way to prove your age.",
      },
      "VENDOR_UNDECIDED.selfie_face_mismatch": {
        title: "Your face could not be matched with the document",
        what: "The company compared the photo of your face with the photo on the document and could not match them.",
        next: "Try again in good light with your own document, or choose another way to prove your age.",
      },
      "VENDOR_UNDECIDED.selfie_document_missing_photo": {
        title: "The document shows no photo to compare",
        what: "The company found no photo on the document with which it could compare your face.",
        next: "Use a document that shows your photo, or choose another way to prove your age.",
      },
      "VENDOR_UNDECIDED.selfie_unverified_other": {
        title: "Your face could not be compared with the document",
        what: "The photo of your face could not be used for it. This says nothing about your age.",
        next: "Try again in good light, with nothing in front of your face, or choose another way to prove your age.",
      },
      "DOCUMENT_QUALITY_LOW.blurry": {
        title: "The photo is blurred",
        what: "Its letters and fine lines run into each other.",
        next: "Hold the phone still, tap the <<< lines or the barcode to focus, and take the photo again.",
      },
      "DOCUMENT_QUALITY_LOW.glare": {
        title: "A reflection covers part of the document",
        what: "Light reflects off the document and hides what is under it.",
        next: "Turn off the flash and tilt the document a little until nothing shines.",
      },
      "DOCUMENT_QUALITY_LOW.too_small": {
        title: "The document is too small in the photo",
        what: "Its letters and lines are too small to read.",
        next: "Move closer until the document fills the picture, and send the original photo, not a screenshot.",
      },
      "DOCUMENT_QUALITY_LOW.too_dark": {
        title: "The photo is too dark",
        what: "There is too little light to read it.",
        next: "Turn on a light or move to a window, and take the photo again.",
      },
      "DOCUMENT_QUALITY_LOW.cut_off": {
        title: "The lines are cut off",
        what: "The lines of letters and <<< go on beyond the edge of the photo.",
        next: "Move back until both ends of all lines are in the picture, and take the photo again.",
      },
      "DOCUMENT_QUALITY_LOW.covered": {
        title: "Something covers part of the lines",
        what: "We can read some of the lines of letters and <<<, but part of them is hidden.",
        next: "Move your fingers, the sleeve or anything else off the lines, and take the photo again.",
      },
      DOCUMENT_QUALITY_LOW: {
        title: "The photo is not clear enough",
        what: "We could not see the part that we need to read.",
        next: "Use even light, hold the phone still and let the document fill the picture.",
      },
      "DOCUMENT_UNREADABLE.no_birth_year": {
        title: "The document does not say in which year you were born",
        what: "We read it without errors, but it gives no year of birth and so cannot show your age.",
        next: "Use another document that gives your date of birth.",
      },
      "DOCUMENT_UNREADABLE.two_birth_years": {
        title: "The document does not give your whole year of birth",
        what: "It gives only the last two digits. They could mean 1925 or 2025, for example, so we cannot decide.",
        next: "Use a document that gives the whole year, or choose another way.",
      },
      DOCUMENT_UNREADABLE: {
        title: "We could not read the document",
        what: "We found its lines or its barcode, but parts of them are covered, cut off, bent or worn.",
        next: "Lay it flat, keep the <<< lines or the whole barcode in the picture and take the photo again.",
      },
      DOCUMENT_MRZ_INVALID: {
        title: "Some characters don’t match",
        what: "We read the lines of letters and <<<, but their check digits do not fit.",
        next: "Make sure that nothing covers the lines. If it happens again, use another document.",
      },
      DOCUMENT_NOT_FOUND: {
        title: "We could not find anything to read",
        what: "The picture shows neither the lines of letters and <<< of a passport or ID card, nor the wide barcode of a licence.",
        next: "A European driving licence cannot be read: use a passport or an ID card. Otherwise photograph the passport’s photo page, or the other side of the card.",
      },
      DOCUMENT_EXPIRED: {
        title: "This document is no longer valid",
        what: "Its expiry date has passed, so it cannot be used here.",
        next: "Use another document that is still valid.",
      },
      "DOCUMENT_TYPE_UNSUPPORTED.unknown_lines": {
        title: "We do not know this kind of document",
        what: "We can read its lines, but they are arranged in a way that we do not know.",
        next: "Use a passport, another ID card with <<< lines, or a licence from the United States or Canada.",
      },
      DOCUMENT_TYPE_UNSUPPORTED: {
        title: "We cannot use this kind of document",
        what: "We accept passports, ID cards with <<< lines, and licences from the United States and Canada.",
        next: "Use one of these.",
      },
      IMAGE_FORMAT_UNSUPPORTED: {
        title: "We could not open this file",
        what: "It is not a JPEG, PNG, WebP, HEIC or AVIF picture, or it is damaged.",
        next: "Choose a photo in one of these formats, or take a new one.",
      },
      IMAGE_TOO_LARGE: {
        title: "The picture is too large",
        what: "We accept up to 12 MB and 50 megapixels.",
        next: "Take the photo at a lower resolution, or crop it to the document.",
      },
      AGE_INCONCLUSIVE: {
        title: "The estimate is too close to decide",
        what: "It could not tell clearly enough whether you are old enough. This is not a decision about your age, and it does not count as an attempt.",
        next: "Choose another way on this page.",
      },
      VOUCHER_WRONG: {
        title: "Five codes were wrong",
        what: "Together they count as one attempt.",
        next: "Ask to see the code again, or choose another way.",
      },
      METHOD_FAILED: {
        title: "The check was interrupted",
        what: "Something went wrong on our side. It has nothing to do with you or your photo.",
        next: "Please try again.",
      },
    },
    /**
     * By code: refused before evidence was checked, or nothing came of it. No attempt is used, except for a
     * wallet under a policy.
     */
    refusals: {
      CHECK_IN_PROGRESS: {
        title: "We are still checking your photo",
        what: "The one you sent earlier is being read.",
        next: "Wait a moment: this page shows the result by itself.",
      },
      SERVICE_UNAVAILABLE: {
        title: "The service is busy",
        what: "Your photo was not checked, and this does not count as an attempt.",
        next: "Please try again in a few seconds.",
      },
      PAYLOAD_TOO_LARGE: {
        title: "The file is too large",
        what: "We accept pictures of up to 12 MB. This does not count as an attempt.",
        next: "Choose a smaller one, or take the photo at a lower resolution.",
      },
      INVALID_REQUEST_BODY: {
        title: "No photo arrived",
        what: "The form came without a picture. This does not count as an attempt.",
        next: "Choose a photo first, then send it.",
      },
      RATE_LIMIT_EXCEEDED: {
        title: "You have tried too often",
        what: "Nothing is lost, and this does not count as an attempt.",
        next: "Wait a few minutes, or continue on this device.",
      },
      METHOD_UNAVAILABLE: {
        title: "You cannot use this way here",
        what: "This check has to be done another way.",
        next: "Choose one of the ways on this page.",
      },
      VERIFICATION_ALREADY_COMPLETED: {
        title: "This check has already ended",
        what: "Nothing more can be sent.",
        next: "This page shows how it ended.",
      },
      NETWORK: {
        title: "The connection was lost",
        what: "Your photo did not reach us. This does not count as an attempt.",
        next: "Check your connection and send it again.",
      },
      EVIDENCE_READING: {
        title: "It is still being read",
        what: "What you sent has arrived.",
        next: "This page shows the result by itself.",
      },
      EVIDENCE_STOPPED: {
        title: "You stopped waiting",
        what: "What you sent has not reached us so far, and no attempt was used.",
        next: "Send it again when you are ready. If it arrives twice, it counts once.",
      },
      EVIDENCE_UNSURE: {
        title: "We do not know whether it arrived",
        what: "The connection was lost before an answer came.",
        next: "If it arrived, this page shows the result by itself. You can also send it again: it counts once.",
      },
      WALLET_DECLINED: {
        title: "The wallet was closed",
        what: "Nothing was shared.",
        next: "Ask the wallet again, or choose another way below.",
      },
      WALLET_NOT_FOUND: {
        title: "This browser could not reach a wallet",
        what: "There may be none on this device, or it holds no proof of your age.",
        next: "Try one of the other ways below.",
      },
      WALLET_REFUSED: {
        title: "The wallet’s answer could not be used",
        what: "Its proof of age has expired, comes from an issuer that is not recognised here, or was for another request.",
        next: "Try again with another proof of age, or choose another way below.",
      },
      WALLET_UNCHECKED: {
        title: "The wallet’s answer was not checked",
        what: "Nothing was decided, and this does not count as an attempt.",
        next: "Ask your wallet again in a moment, or choose another way below.",
      },
      IDENTITY_PROVIDER_UNAVAILABLE: {
        title: "The provider cannot be reached",
        what: "It did not answer as it should. This does not count as an attempt.",
        next: "Choose another way, or try again in a few minutes.",
      },
      IDENTITY_PROVIDER_DECLINED: {
        title: "You stopped the sign-in",
        what: "Nothing was shared, and this does not count as an attempt.",
        next: "Try again, or choose another way.",
      },
      IDENTITY_PROVIDER_REFUSED: {
        title: "The answer could not be accepted",
        what: "It did not pass our checks, or belonged to another visit. This does not count as an attempt.",
        next: "Try again, or choose another way.",
      },
      VENDOR_UNAVAILABLE: {
        title: "The company cannot be reached",
        what: "It did not answer as it should. This does not count as an attempt.",
        next: "Choose another way, or try again in a few minutes.",
      },
      VENDOR_DECLINED: {
        title: "You stopped the check",
        what: "Nothing was shared with us, and this does not count as an attempt.",
        next: "Try again, or choose another way.",
      },
      VENDOR_REFUSED: {
        title: "The answer could not be accepted",
        what: "A photo of your face is now asked for at the company as well, and was not when you went there. This does not count as an attempt.",
        next: "Go there again, or choose another way.",
      },
      DOCUMENT_TWO_PEOPLE: {
        title: "The photo shows documents of two people",
        what: "They give different dates of birth, and we cannot tell which one is yours. Nothing was decided.",
        next: "Photograph one document at a time: your own, with no other in the picture.",
      },
      BIRTHDAY_TODAY: {
        title: "Your birthday has not begun everywhere yet",
        what: "By your date of birth you reach the age on your birthday. In some parts of the world it is that day already, in others not yet. This is not a decision about your age.",
        next: "Try again on the morning after your birthday: by then it has begun everywhere.",
      },
      VOUCHER_UNKNOWN: {
        title: "This code does not work here",
        what: "It may be mistyped, already used, expired or taken back. This does not count as an attempt.",
        next: "Compare it with the one you were given, or ask for a new one.",
      },
      VOUCHER_UNDECIDED: {
        title: "This code does not answer the question",
        what: "It is valid, but it does not say whether you reach the age asked for here. It was not used up.",
        next: "Ask for a code for this age.",
      },
      VOUCHER_UNCHECKED: {
        title: "The code was not checked",
        what: "Nothing was decided, and this does not count as an attempt.",
        next: "Try again in a moment.",
      },
    },
  },

  // How it ended, and the way back to the tenant.
  approved: {
    title: "You have shown that you are {age} or over",
    go: "Continue to {tenant}",
  },
  /** The same once it has ended. */
  ended: {
    answer: "{tenant} gets the answer without your name or date of birth.",
    years: "{tenant} gets the answer and your age in years, without your name or date of birth.",
    ages: "{tenant} gets the answer for these ages, without your name or date of birth: {ages}.",
    byTenant: "{tenant} recorded this itself.",
    nothing: "We kept nothing that you showed.",
    mark: { one: "Of what you showed, we kept only a mark of your document, for {count} day.", other: "Of what you showed, we kept only a mark of your document, for {count} days." },
  },
  rejected: {
    title: "The check shows an age under {age}",
    titleByTenant: "{tenant} did not accept your proof of age",
    /** By the method that decided. */
    by: {
      tenant: "{tenant} decided this itself and can tell you why.",
      document: "By the date of birth on the document, its holder is under {age}. Another photo of it will not change that.",
      wallet: "Your wallet’s answer is that you are under {age}. Asking it again will not change that.",
      voucher: "The member of staff who looked at your ID recorded an age under {age}.",
      provider: "{provider} answered that you are under {age}.",
      usual: "The check itself worked, so repeating it will not change the answer.",
    },
    /** Kind, and an end: most who read it are under age. */
    kind: { document: "That is all: nothing is wrong with you or your document. You can come back when you are {age}.", usual: "That is all: nothing is wrong with you. You can come back when you are {age}." },
    doubt: {
      title: "If this cannot be right",
      own: "Check that it was your own document.",
      again: "Ask {tenant} for a new check.",
      ways: "Ask {tenant} for a new check and prove your age another way: {ways}.",
      complain: "Complain to {tenant}",
      quote: "Write to {tenant}. It can find this check by its number: {id}.",
    },
  },
  /**
   * A rejection can be appealed, by methods that a policy keeps for it; `lead` is on the appeal's first
   * screen.
   */
  appeal: {
    title: "Do you think this is wrong?",
    text: "You can appeal for 24 hours after the decision. You then prove your age another way: {ways}.",
    go: "Appeal this decision",
    made: "You have appealed this decision. Your appeal has a page for itself.",
    open: "Go to your appeal",
    over: "This decision can no longer be appealed here.",
    lead: "This is your appeal. This time you prove your age in a different way, and no photo of a document is asked for.",
  },
  failed: {
    title: "We could not check your age",
    text: "This is not a decision about your age. All attempts are used.",
    last: "The last attempt: {problem}.",
    again: "Go back to {tenant} and start again: you get a new page and new attempts.",
    /** By the family of the last finding: hosted/screens/failed-advice.ts. */
    advice: {
      photo: ["Try in daylight, with the document flat on a dark table.", "If your document is worn, ask {tenant} for another way."],
      document: "If you have no other document, ask {tenant} for another way.",
      way: "Choose another way there, or ask {tenant} for one.",
    },
  },
  expired: {
    title: "This page has run out of time",
    text: "No decision was made.",
    next: ["Go back to {tenant} and start again: that opens a new page."],
  },
  cancelled: {
    title: "You stopped this check",
    text: "No decision was made about your age. {tenant} learns only that you stopped.",
    next: ["Go back to {tenant}: there may be another way, or you can ask for a new check."],
  },
  withdrawn: {
    title: "{tenant} ended this check",
    text: "No decision was made about your age.",
    next: ["Go back to {tenant}: it can tell you why, or start a new check."],
  },
  wayBack: {
    go: "Back to {tenant}",
    next: "What you can do now",
    close: "You can close this page and go back to {tenant}.",
    soon: {
      one: "Returning by itself in {count} second.",
      other: "Returning by itself in {count} seconds.",
    },
    /** Said once, to those who do not see the count. */
    announced: { one: "This page goes back to the website by itself in {count} second. Press any key or touch the screen to stay.", other: "This page goes back to the website by itself in {count} seconds. Press any key or touch the screen to stay." },
    stay: "Stay here",
  },

  // Proving an age with a wallet: in this browser, by a link on this device, or by a code for another one.
  wallet: {
    method: {
      name: "A wallet on your phone",
      needs: "The EU age verification app, or a driving licence in your wallet",
      time: "Less than a minute",
      where: "Only yes or no leaves your wallet. No other company is involved.",
    },
    heading: "Use a wallet on your phone",
    about: "Your wallet answers one question: are you {age} or over, yes or no? Your name, date of birth and everything else stay with you.",
    browser: {
      button: "Continue with a wallet",
      about: "This browser asks the wallets it knows, on this device or on your phone.",
      waiting: "Waiting for your wallet …",
      cannot: "This browser cannot ask a wallet. Open this page in another browser, or choose another way.",
    },
    /** The kinds of wallet that take a link. */
    apps: { eu: "EU age verification app", openid4vp: "Another wallet app" },
    link: {
      start: "Open an app on this device",
      heading: "Continue in the app",
      open: "Open the app",
      what: "Agree there. The app then brings you back to this browser.",
      nothing: "If nothing happens, this device does not have the app. Choose another way below.",
    },
    qr: {
      start: "Show a code for my phone",
      heading: "Scan this code with your phone",
      alt: "QR code for your wallet app",
      what: "Use the phone’s camera or the wallet app, and agree there. This page then continues by itself.",
      reload: "Without JavaScript: check whether the answer has arrived",
    },
    again: "Other ways to your wallet",
    demo: { text: "Test mode: no phone at hand?", link: "Answer with the demo wallet" },
    tryTest: "Try a wallet with a test credential",
    privacy: {
      brief: "Only yes or no leaves your wallet. {tenant} never sees your wallet.",
      deletedTerm: "Deleted at once",
      deleted: "The signed answer itself, with everything in it that could identify you or your device.",
      nobody: "The issuer of the credential does not learn of this check, and this page loads nothing from other sites.",
    },
  },
  /** In a different browser from the one with the check: a wallet or a provider opened it. */
  elsewhere: {
    title: "Continue where you started",
    wallet: "Your wallet opened a different browser from the one with your age check. Nothing was decided here.",
    walletNext: "Go back to the browser you started in and open the app from there again. A QR code works across devices.",
    provider: "The provider sent you to a different browser from the one with your age check. Nothing was decided here.",
    providerNext: "Go back to the browser that you started in and sign in from there again.",
  },

  // A sign-in with one of the tenant's identity providers: an eID or a bank.
  provider: {
    go: "Continue with {provider}",
    learns: "{provider} learns that you visit {tenant}.",
    method: {
      name: "An eID or a bank sign-in",
      needs: "Sign in there with your own account",
      time: "About a minute",
      where: "We get the answer about your age and drop everything else.",
    },
  },

  // A check by a company that the tenant chose; `provider` is its name.
  vendor: {
    learns: "{provider} sees your identity document and learns that you visit {tenant}.",
    learnsFace: "{provider} sees your identity document and a photo of your face, compares the two, and learns that you visit {tenant}.",
    mayLearnFace: "{provider} may see your identity document and a photo of your face and compare the two. The company learns that you visit {tenant}.",
    method: {
      name: "An identity check by another company",
      needs: "Photograph your identity document there",
      time: "A few minutes",
      where: "We get the answer about your age and drop everything else.",
    },
    waiting: {
      title: "Waiting for {provider}",
      text: "The answer is not here yet. This page continues by itself when it arrives. You can also choose another way.",
      look: "Check now",
    },
  },

  // A code from a member of the tenant's team who saw an ID in person.
  voucher: {
    method: {
      name: "A code from a member of staff",
      needs: "Show your ID in person and get a code to type in here",
      time: "Less than a minute",
      where: "Only the code reaches us: nothing from your ID.",
    },
    heading: "Type in your code",
    about: "{tenant} gives you the code after looking at your ID in person. It works once.",
    field: "Code",
    hint: "10 letters and numbers, as in ABCDE-FGHJK. Capitals and hyphens do not matter.",
    submit: "Check this code",
    limit: "Five wrong codes count as one attempt.",
    failed: {
      text: "This is not a decision about your age. Five codes were wrong, so no more can be entered.",
      next: ["Go back to {tenant} and start again: you get a new page.", "Have the code at hand, or ask for a new one."],
    },
    privacy: {
      brief: "Only the code reaches us. Nothing from your ID is sent or kept.",
      deletedTerm: "Never here",
      deleted: "Your ID, your name and your date of birth: only the person who gave you the code saw them.",
      nobody: "No other company is involved, and this page loads nothing from other sites.",
    },
  },

  // What is kept about a check, for the person it is about: /v/<secret>/data.
  data: {
    link: "Your data",
    title: "What is kept about this check",
    lead: "{tenant} asked for this check. The main facts are on this page, and everything stored is in the copy.",
    facts: {
      reference: "Reference",
      started: "Started",
      result: "Result",
      method: "Method",
      age: "Age in years",
      attempts: "Attempts",
      entries: "Details that {tenant} added",
      until: "Details kept until",
      marks: "Marks that show whether a document is used again",
      address: "A mark of your network address, not the address itself",
      messages: "Messages sent to {tenant}",
    },
    result: {
      open: "Not finished yet",
      over: "{age} or older",
      under: "Younger than {age}",
      none: "No decision",
    },
    never: "Photos, names, dates of birth, document numbers and wallets’ answers are never stored.",
    copy: "Download a copy (JSON)",
    ask: {
      title: "Erase it",
      text: "{tenant} has 30 days to answer, and the answer appears on this page. Keep its address.",
      atOnce: "It is erased at once, and this page then shows a receipt. This cannot be undone: a website that asks again needs a new check.",
      go: "Ask for erasure",
      goAtOnce: "Erase it now",
      open: "You can ask for erasure once the check has ended.",
    },
    asked: {
      title: "You have asked for erasure",
      text: "You asked on {date}. {tenant} has until {due} to answer, and the answer appears on this page.",
      busy: "It is being erased. Open this page again in a minute.",
    },
    declined: {
      title: "{tenant} has declined to erase it",
      text: "This is the answer of {date}:",
    },
    erased: {
      title: "Erased",
      text: "Everything about this check was erased on {date}, except that it took place.",
      keep: "Keep the receipt and its salt: together they prove the erasure.",
      receipt: "Receipt",
      salt: "Salt",
      until: "This page can be opened until {date}.",
    },
    failedTitle: "That did not work",
    failed: "Nothing was erased. Try again in a minute.",
    back: "Back to the age check",
  },

  // A passkey that repeats what an earlier check proved, and the page where people see their own.
  ageKey: {
    use: "Use my age key",
    useAbout: "If you kept an earlier check on this device: your fingerprint, your face or your PIN is enough.",
    waiting: "Waiting for your device …",
    checking: "Checking …",
    keep: "Remember on this device that I am {age} or over",
    keepAbout: "Next time your fingerprint, your face or your PIN is enough. Only this is kept: {age} or over, how you proved it, and the month. It ends on {date}.",
    limits: "Do this only on a device that you do not share: a passkey can be synced to others. The operator of this page can see when it is used again.",
    keptTitle: "This device remembers it",
    kept: "It is kept. You can look at it and delete it at any time.",
    name: "Age proof {age}+, {month}",
    title: "Your age key",
    lead: "An age key is a passkey on your device. It repeats what you once proved: that you reach an age. Nothing here says who you are, so only the key itself can show what it says.",
    look: "Show what it says",
    remove: "Delete my age key",
    unsupported: "This page needs JavaScript and a browser with passkeys.",
    age: "{age} or over",
    proven: "Proven in {month}",
    ends: "Ends on {date}",
    counts: "Counts at {tenant}",
    countsAll: "Counts at every site here that accepts such keys",
    synced: "Your device may sync it to your other devices",
    single: "Stays on this one device",
    test: "Made in test mode: it proves nothing",
    deletedTitle: "Age key deleted",
    deleted: "Your age key is deleted here. You can also remove the passkey in the settings of your device.",
    receipt: "This receipt proves the deletion. Keep it if you want to; nobody else can tell that it is about you.",
    code: "Code: {code}",
    problems: {
      stopped: { title: "No age key was used", what: "You stopped, or there is none for this site on this device.", next: "Choose another way, or try again." },
      unknown: { title: "This age key is not known here", what: "It was deleted, has ended or was made for another site.", next: "Prove your age in another way. You can then keep a new one." },
      ended: { title: "This age key is too old", what: "It ended, or the site asks for a newer proof.", next: "Prove your age in another way. You can then keep a new one." },
      elsewhere: { title: "This age key does not count here", what: "It was made for another website or for tests.", next: "Prove your age in another way." },
      weak: { title: "This age key is not enough here", what: "It proves less than this website asks for. This is not a decision about your age.", next: "Prove your age in another way." },
      synced: { title: "This passkey can be on several devices", what: "This website takes only a key that stays on one device. This is not a decision about your age.", next: "Go on without it." },
      refused: { title: "The answer of your device was not accepted", what: "Nothing was decided, and this does not count as an attempt.", next: "Try again, or choose another way." },
      over: { title: "This can no longer be remembered", what: "It can be kept once, within 15 minutes after the check.", next: "You can go on. After your next check it is offered again." },
    },
  },
} as const;

/** Every text of the hosted page in one language. */
export type Texts = Translated<typeof en>;
