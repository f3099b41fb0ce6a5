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
} from "@lintel/age";

/** The highest age that a tenant's backend may state for a user. */
export const MAX_AGE_YEARS = 130;
