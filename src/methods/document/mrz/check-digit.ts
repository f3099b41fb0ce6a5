const WEIGHTS = [7, 3, 1] as const;

/** 0 to 9 for digits, 10 to 35 for letters, 0 for the filler (9303-3 §4.9). */
const numberOf = (character: string): number => (character === "<" ? 0 : Number.parseInt(character, 36));

/** The check digit of a text: weights 7, 3, 1 over and over, modulo 10 (ICAO Doc 9303-3 §4.9). */
export const checkDigit = (text: string): string => {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    sum += numberOf(text.charAt(index)) * (WEIGHTS[index % WEIGHTS.length] ?? 0);
  }
  return String(sum % 10);
};
