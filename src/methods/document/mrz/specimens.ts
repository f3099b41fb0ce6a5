/**
 * Numbers of specimens that authorities and ICAO have published: pictures of them are everywhere. ICAO Doc 9303-4 to
 * -7, appendices; the rest as printed in the issuers' own leaflets and registers (PRADO).
 */
const PUBLISHED = new Set(
  (
    "L898902C3 L898902C D23145890 D231458907 L8988901C4 L8988901C " +
    "C01X00T47 C01X0006H T22000129 T220001293 L01X00T47 LZ6311T47 " +
    "107185703 925076473 925665416 C03005988 340007237 910239248 575034801 " +
    "ZE000509 GA302922 880692310285 X4RTBPFW4 XA0000001 BAA000589 XP8271602 XR1001R58"
  ).split(" "),
);

/** Reserved for documents that are none: Utopia (ICAO Doc 9303-3 §5). */
const NOWHERE = "UTO";

/** Whether this is a published sample. Both states must say so: they have no check digit. */
export const isSpecimen = (documentNumber: string, states: readonly string[]): boolean =>
  PUBLISHED.has(documentNumber) ||
  documentNumber.startsWith("SPECI") ||
  /^(.)\1*$/.test(documentNumber) ||
  (states.length > 1 && states.every((state) => state === NOWHERE));
