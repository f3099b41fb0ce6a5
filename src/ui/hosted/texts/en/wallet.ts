/** Proving an age with a wallet: in this browser, by a link on this device, or by a code for another one. */
export const wallet = {
  wallet: {
    method: {
      name: "A wallet on your phone",
      needs: "The EU age verification app, or a driving licence in your wallet",
      time: "Less than a minute",
      where: "Only yes or no leaves your wallet. No other company takes part.",
    },
    heading: "Use a wallet on your phone",
    about:
      "Your wallet answers one question: are you {age} or over, yes or no. Your name, your date of birth and the rest stay with you.",
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
