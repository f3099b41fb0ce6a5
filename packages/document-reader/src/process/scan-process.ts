import { serveScans } from "./serve-scans.ts";

// The program of a scan process where a pool is given none.
serveScans();
