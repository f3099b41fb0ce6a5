/** The live camera of the document method. */
export const camera = {
  camera: {
    introTitle: "Before the camera opens",
    intro: [
      "Your browser asks whether this page may use the camera.",
      "Hold the document in the frame. As soon as it is sharp, the picture takes itself.",
      "Only that one picture is sent, read and deleted. Nothing is recorded.",
    ],
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
} as const;
