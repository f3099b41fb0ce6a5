// npm writes into the lock file only the platform packages that its registry had at that moment. A mirror that
// lacks some leaves holes, and then `npm ci` refuses everywhere. What is missing can be said without asking: an
// exact version, and a platform that the name tells.
export type LockPackage = {
  version?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  /** npm writes down what the package says: a list or one name. */
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { packages: Record<string, LockPackage> };

/** The name of the package that the lock file has at this path. */
export const nameAt = (path: string): string => path.split("node_modules/").at(-1) ?? path;

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "x64", "ppc64", "riscv64", "s390x", "wasm32"];

/** The optional packages that something depends on and the lock file does not hold. */
export function missingPackages(lock: LockFile): { name: string; version: string; dev: boolean }[] {
  const missing = new Map<string, { name: string; version: string; dev: boolean }>();
  for (const [path, found] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(found.optionalDependencies ?? {})) {
      if (placeOf(lock, path, name) !== undefined) continue;
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
      throw new Error(`${name}: "${version}" is not an exact version; add it by hand`);
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

/** The packages that come from a registry and have no hash, so that npm would take any bytes of that name and version. */
export function unhashed(lock: LockFile): { path: string; name: string; version: string; dev: boolean }[] {
  return Object.entries(lock.packages).flatMap(([path, { version, integrity, link, dev = false }]) =>
    !path.startsWith("node_modules/") || link === true || version === undefined || integrity !== undefined
      ? []
      : [{ path, name: nameAt(path), version, dev }],
  );
}

/**
 * The same lock file with the hashes that are known by now.
 * @param hashOf the registry's, as `sha512-…`; undefined where it does not have that package
 */
export function hashed(
  lock: LockFile,
  hashOf: (name: string, version: string) => string | undefined,
): LockFile {
  const packages = { ...lock.packages };
  for (const { path, name, version } of unhashed(lock)) {
    const integrity = hashOf(name, version);
    if (integrity !== undefined) packages[path] = { version, integrity, ...packages[path] };
  }
  return { ...lock, packages };
}

/** Where the package at `path` finds `name`: npm looks beside it first, and then further up. Undefined: nowhere. */
export function placeOf(lock: LockFile, path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (place in lock.packages) return place;
    if (folder === "") return undefined;
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
