"use client";
import "../kit/leave-guards.ts";

/** In the console's outermost layout, so that the way back is listened to before the router does. */
export const LeaveWatch = () => null;
