import { serveScans } from "@lintel/document-reader/process";
import { freezeIntrinsics } from "#platform/process/intrinsics.ts";

// The program of the service's scan processes.
serveScans(freezeIntrinsics);
