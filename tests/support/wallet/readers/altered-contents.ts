import { cborDecode, DataItem } from "../../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { type Edit, joined, type Line, withLongHead } from "./request-draft.ts";
import { INFO, itemsFor } from "./requests.ts";

type NameSpaces = Map<string, Map<string, boolean>>;

/** The first DocRequest asks for something else. */
const items =
  (
    edit: (map: Map<string, unknown>, elements: Map<string, boolean>, nameSpaces: NameSpaces) => unknown,
  ): Edit =>
  ({ docRequests, items: { buffer } }) => {
    const map = cborDecode<Map<string, never>>(buffer);
    const nameSpaces: NameSpaces = map.get("nameSpaces") ?? new Map();
    const [elements = new Map()] = nameSpaces.values();
    edit(map, elements, nameSpaces);
    return docRequests[0]?.set("itemsRequest", DataItem.fromData(map));
  };

const setItems =
  (change: (buffer: Uint8Array) => unknown): Edit =>
  ({ docRequests, items: { buffer } }) =>
    docRequests[0]?.set("itemsRequest", change(buffer));
const REPLACED = itemsFor("org.example.card.1", "org.example.card");

/** Alterations of what a reader signs. */
export const CONTENT_EDITS: readonly Line<Edit>[] = [
  [
    "items: another age",
    "signature",
    items((_map, elements) => elements.clear() ?? elements.set("age_over_99", false)),
  ],
  ["items: one more element", "signature", items((_map, elements) => elements.set("birth_date", false))],
  [
    "items: kept by the reader",
    "signature",
    items((_map, elements) => [...elements].map(([name, isKept]) => elements.set(name, !isKept))),
  ],
  ["items: another type", "signature", items((map) => map.set("docType", "org.example.card.1"))],
  [
    "items: one more namespace",
    "signature",
    items((_map, _elements, nameSpaces) => nameSpaces.set("org.example", new Map([["name", false]]))),
  ],
  ["items: with requestInfo", "signature", items((map) => map.set("requestInfo", new Map()))],
  [
    "items: members in another order",
    "signature",
    items((map) => {
      const [first] = [...map];
      return first && map.delete(first[0]) && map.set(...first);
    }),
  ],
  ["items: a longer head for the same map", "signature", setItems(withLongHead)],
  [
    "items: a byte after their end",
    "malformed",
    setItems((buffer) => DataItem.fromBuffer(joined(buffer, [0]))),
  ],
  ["items: not embedded", "malformed", setItems((buffer) => cborDecode(buffer))],
  ["items: embedded without the tag", "malformed", setItems((buffer) => buffer)],
  [
    "docRequests: in another order",
    "signature",
    ({ docRequests }) => docRequests.length > 1 && docRequests.reverse(),
  ],
  ["docRequests: one less", "signature", ({ docRequests }) => docRequests.length > 1 && docRequests.pop()],
  [
    "docRequests: one more",
    "signature",
    ({ docRequests }) => docRequests.push(new Map([["itemsRequest", REPLACED]])),
  ],
  ["docRequests: one twice", "signature", ({ docRequests }) => docRequests.push(new Map(docRequests[0]))],
  ["docRequests: none", "malformed", ({ docRequests }) => docRequests.splice(0)],
  ["info: left out", "signature", ({ members }) => members.delete("deviceRequestInfo")],
  ["info: added", "signature", ({ members, info }) => !info && members.set("deviceRequestInfo", INFO)],
  [
    "info: another",
    "signature",
    ({ members, info }) => info && members.set("deviceRequestInfo", DataItem.fromData(new Map())),
  ],
  [
    "info: a longer head for the same map",
    "signature",
    ({ members, info }) => info && members.set("deviceRequestInfo", withLongHead(info.buffer)),
  ],
  ["info: null", "malformed", ({ members }) => members.set("deviceRequestInfo", null)],
  ["info: not embedded", "malformed", ({ members }) => members.set("deviceRequestInfo", new Map())],
  ["version: 1.0", "version", ({ members }) => members.set("version", "1.0")],
  ["version: 1.2", "version", ({ members }) => members.set("version", "1.2")],
  ["version: a number", "malformed", ({ members }) => members.set("version", 1.1)],
  ["version: none", "malformed", ({ members }) => members.delete("version")],
];
