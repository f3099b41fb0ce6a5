"use client";
import { createContext, useContext } from "react";

/** Whether the session was found to have ended since the page was opened. */
export const SessionEndContext = createContext(false);

export const useSessionEnd = (): boolean => useContext(SessionEndContext);
