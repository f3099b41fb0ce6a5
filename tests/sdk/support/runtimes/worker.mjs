// workerd, which Cloudflare Workers run on, plays the table: each request is one case.
import * as sdk from "@lintel/sdk";
import { runCase } from "./run-case.mjs";

export default {
  async fetch(request) {
    const { one, standIn } = await request.json();
    return Response.json({ fault: await runCase(one, sdk, { standIn }) });
  },
};
