export {
  ageOn,
  ageSomewhere,
  comparePlainDates,
  daysInMonth,
  isInFuture,
  lastDayOnEarth,
  OLDEST_AGE_YEARS,
  type PlainDate,
  parsePlainDate,
  plainDate,
  yearsBetween,
} from "./age.ts";
export {
  type AgeBand,
  type AgeFact,
  type AgeOver,
  ageOverOf,
  bandOfAge,
  bandOfBirth,
  bandOfFacts,
  bandText,
  NOTHING_KNOWN,
  narrowTo,
  reaches,
  THRESHOLDS,
} from "./band.ts";
export { addDays, DAY_MS, dayName } from "./days.ts";
export { formFields } from "./form-fields.ts";
export { entryFor, isJsonObject, isObject, type JsonObject, jsonIn } from "./json.ts";
export { Sealed } from "./sealed.ts";
