import { createSocket } from "node:dgram";

// Two of the root DNS servers. Connecting a UDP socket only picks a route and sends nothing (udp(7)).
const FAR_AWAY = { udp4: "198.41.0.4", udp6: "2001:503:ba3e::2:30" } as const;

const hasRoute = (family: keyof typeof FAR_AWAY): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(family);
    socket.once("error", () => socket.close(() => resolve(false)));
    socket.connect(53, FAR_AWAY[family], () => socket.close(() => resolve(true)));
  });

/**
 * Whether this machine has any route to the internet. An unreachable address alone does not tell: routers on the way
 * report ENETUNREACH too, and a tenant could choose such an address so that its attempts never count.
 */
export const hasInternetRoute = async (): Promise<boolean> =>
  (await hasRoute("udp4")) || (await hasRoute("udp6"));
