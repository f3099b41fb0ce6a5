import { BlockList } from "node:net";
import { readAddress } from "#core/access/networks.ts";

/** Says whether a call from this address is let in. */
export type AddressRule = (address: string) => boolean;

type Address = NonNullable<ReturnType<typeof readAddress>>;

// A list for each family: in one list, Node takes every IPv4 address for one of ::ffff:0:0/96, which is within ::/8.
const listOf = (networks: readonly string[]): ((asked: Address) => boolean) => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = address.includes(":") ? "ipv6" : "ipv4";
    lists[family].addSubnet(address, Number(prefix), family);
  }
  return ({ address, family }) => lists[family].check(address, family);
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
    if (read === null || deny(read)) return false;
    return networks.length === 0 || allow(read);
  };
};
