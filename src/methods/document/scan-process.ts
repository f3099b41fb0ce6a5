import { serveScans } from "#methods/document/process/serve-scans.ts";
import { freezeIntrinsics } from "#platform/process/intrinsics.ts";

// The program of the service's scan processes.
serveScans(freezeIntrinsics);
