"use client";
import { useState } from "react";

/** True from the first time on: what was wanted once stays, so that it can close as it opened. */
export const useWanted = (isWanted: boolean): boolean => {
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWasWanted(true);
  return isWanted || wasWanted;
};
