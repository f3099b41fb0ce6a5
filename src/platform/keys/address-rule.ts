import { BlockList } from "node:net";
import { readAddress } from "#core/access/networks.ts";

/** Says whether a call from this address is let in. */
export type AddressRule = (address: string) => boolean;

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), address.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
};

/**
 * Compiles two lists of networks, once for many calls. What is denied is refused even if it is allowed, too; without
 * allowed networks, every other address is let in. Anything but an IP address is refused as soon as there is a list.
 * @param networks as `readNetwork` spells them
 */
export const addressRule = (networks: readonly string[], denied: readonly string[]): AddressRule | null => {
  if (networks.length === 0 && denied.length === 0) return null;
  const [allow, deny] = [listOf(networks), listOf(denied)];
  return (text) => {
    const read = readAddress(text);
    if (read === null || deny.check(read.address, read.family)) return false;
    return networks.length === 0 || allow.check(read.address, read.family);
  };
};
