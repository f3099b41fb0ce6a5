export { createRecogniser, type Recogniser } from "../mrz/recogniser.ts";
export { type LiveHint, lumaOfRgba, readFrame } from "./read-frame.ts";
