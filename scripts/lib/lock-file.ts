// npm writes into the lock file only the platform packages that its registry had at that moment. A mirror that
// lacks some leaves holes, and then `npm ci` refuses everywhere. What is missing can be said without asking: an
// exact version, and a platform that the name tells.
export type LockPackage = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { packages: Record<string, LockPackage> };

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "x64", "ppc64", "riscv64", "s390x", "wasm32"];

/** The optional packages that something depends on and the lock file does not hold. */
export function missingPackages(lock: LockFile): { name: string; version: string; dev: boolean }[] {
  const missing = new Map<string, { name: string; version: string; dev: boolean }>();
  for (const [path, found] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(found.optionalDependencies ?? {})) {
      if (isHeld(lock, path, name)) continue;
      const dev = found.dev === true && missing.get(name)?.dev !== false;
      missing.set(name, { name, version, dev });
    }
  }
  return [...missing.values()];
}

/** The same lock file with an entry for each of them, in npm's order. */
export function completed(lock: LockFile): LockFile {
  const packages = { ...lock.packages };
  for (const { name, version, dev } of missingPackages(lock)) {
    if (!/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${name}: "${version}" is no exact version; add it by hand`);
    packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(dev ? { dev } : {}),
      optional: true,
    };
  }
  const { "": root, ...rest } = packages;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...lock,
    packages: { ...(root === undefined ? {} : { "": root }), ...Object.fromEntries(sorted) },
  };
}

/** npm looks beside the package first, and then further up. */
function isHeld(lock: LockFile, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in lock.packages) return true;
    if (folder === "") return false;
  }
}

function platformOf(name: string): Pick<LockPackage, "os" | "cpu" | "libc"> {
  const words = name.split(/[-/_]/).map((word) => (word === "windows" ? "win32" : word));
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (cpu === undefined || (os === undefined && cpu !== "wasm32")) {
    throw new Error(`${name}: the name tells no platform; add it by hand`);
  }
  const libc =
    os === "linux" ? { libc: [words.some((word) => word.startsWith("musl")) ? "musl" : "glibc"] } : {};
  return { cpu: [cpu], ...libc, ...(os === undefined ? {} : { os: [os] }) };
}
