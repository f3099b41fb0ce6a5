/** A check that goes on at a phone. */
export const handoff = {
  handoff: {
    offer: "Your phone’s camera sees a document better.",
    start: "Continue on your phone",
    title: "Continue on your phone",
    steps: [
      "Open the camera of your phone.",
      "Point it at this picture and open the link that appears.",
      "Go on there. This page follows by itself.",
    ],
    picture: "A picture that your phone’s camera reads: it opens this check on your phone.",
    limits: "It works once and for five minutes. Use your own phone, and send the picture to nobody.",
    here: "Continue here instead",
    openedTitle: "Opened on your phone",
    opened:
      "Go on there. As soon as you are done, this page shows the result by itself. You can leave it open.",
    expiredTitle: "The picture has run out",
    expired: "Nobody used it in time. That is all right: show a new one.",
    again: "Show a new one",
    arriveTitle: "Continue the age check of {tenant} on this phone",
    arrive: "Only go on if the picture was on your own computer, and if you started this check yourself.",
    arriveGo: "Continue here",
    staleTitle: "This link does not work any more",
    stale:
      "It works once and for five minutes. Go back to your computer, show a new picture there and open that one.",
    takenBackTitle: "This check goes on at your computer",
    takenBack:
      "It was taken back there. Nothing more can be sent from here, and nothing that you sent is kept.",
    back: "Go back to your computer: it goes on there. You can close this page.",
  },
} as const;
