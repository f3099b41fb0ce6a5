/** Which test has a block of a guide. */
export type Run = {
  /** The file of that test. */
  readonly file: string;
  /** The words of the test there. */
  readonly test: string;
  /** The file that takes the block by its id, where that is a part which the test uses. */
  readonly by?: string;
  /** What of the block is not run by any test, and what that would need; absent where it is run as printed. */
  readonly notHere?: string;
};

const PARSED = "tests/unit/deploy/guide-commands.test.ts";
const WALK = "tests/faults/guides.test.ts";
const WALKED = "typed as printed in an empty folder, lead to a running service";
const NEEDS_DOCKER = "Docker, and a registry with the images of PostgreSQL, Redis and Caddy";
const NEEDS_CLUSTER = "a cluster, and a registry for the image";

/**
 * Every fenced block of the guides (guide-blocks.ts), and the test that has it. A new block needs a line here; that of a block
 * which is gone has to go as well (tests/unit/deploy/guide-blocks.test.ts).
 */
export const BLOCK_RUNS = {
  "README.md > (top) > 1": {
    file: PARSED,
    test: "every npm script that a guide names is one of package.json",
    notHere:
      "each of the three goes on until Ctrl-C, or is the run that reads this; the drills first-start and dev-reload start what they start",
  },
  "README.md > Five minutes > 1": {
    file: "tests/served/guide-five-minutes.test.ts",
    test: "the calls of the README, as printed, end in the answer that is printed under them",
  },
  "README.md > Run it for real > 1": {
    file: WALK,
    test: WALKED,
  },
  "README.md > The tree > 1": {
    file: PARSED,
    test: "the tree in the README is the one that is here",
  },
  "docs/deployment.md > Compose > 1": {
    file: PARSED,
    test: "what the guide does with Compose is in compose.yaml",
    notHere: NEEDS_DOCKER,
  },
  "docs/deployment.md > Compose > 2": {
    file: PARSED,
    test: "what the guide does with Compose is in compose.yaml",
    notHere: NEEDS_DOCKER,
  },
  "docs/deployment.md > Compose > 3": {
    file: PARSED,
    test: "what the guide does with Compose is in compose.yaml",
    notHere: NEEDS_DOCKER,
  },
  "docs/deployment.md > Kubernetes > 1": {
    file: PARSED,
    test: "what the guide does with kubectl is in the manifests",
    notHere: NEEDS_CLUSTER,
  },
  "docs/deployment.md > Kubernetes > 2": {
    file: PARSED,
    test: "what the guide does with kubectl is in the manifests",
    notHere: NEEDS_CLUSTER,
  },
  "docs/deployment.md > Kubernetes > 3": {
    file: PARSED,
    test: "what the guide does with kubectl is in the manifests",
    notHere: NEEDS_CLUSTER,
  },
  "docs/deployment.md > systemd > 1": {
    file: WALK,
    test: WALKED,
    notHere: "systemd itself: a stand-in reads the units and runs what they say, without their restrictions",
  },
  "docs/deployment.md > systemd > 2": {
    file: WALK,
    test: WALKED,
  },
  "docs/deployment.md > systemd > 3": {
    file: WALK,
    test: WALKED,
  },
  "docs/deployment.md > systemd > 4": {
    file: WALK,
    test: WALKED,
  },
  "docs/operations.md > Backup and restore > 1": {
    file: "tests/faults/restore.test.ts",
    test: "a backup on an empty cluster: old tokens and keys are good, what was due is delivered",
  },
  "docs/operations.md > The drill > 1": {
    file: "tests/faults/restore.test.ts",
    test: "a backup on an empty cluster: old tokens and keys are good, what was due is delivered",
  },
  "docs/operations.md > Rotating secrets > 1": {
    file: PARSED,
    test: "every npm script that a guide names is one of package.json",
    notHere:
      "it asks running processes: integration/rotate starts its script, and the drill rotation takes the steps around it",
  },
  "docs/operations.md > PgBouncer > 1": {
    file: "tests/integration/pgbouncer.test.ts",
    test: "start, status, validate and webhooks work for many at once",
    by: "tests/support/world/pgbouncer.ts",
  },
  "docs/hosts.md > Caddy: certificates by themselves > 1": {
    file: "tests/served/hosts-caddy.test.ts",
    test: "has a certificate for a host that is proven and on, and for no other name; the rest of it is the host's",
    notHere: `the second line: ${NEEDS_DOCKER}`,
  },
  "docs/hosts.md > nginx: certificates of your own > 1": {
    file: "tests/served/hosts-nginx.test.ts",
    test: "the printed server shows a tenant's host to people, and /admin to nobody",
  },
  "docs/managed-postgresql.md > A managed PostgreSQL > 1": {
    file: "tests/integration/guide-sql.test.ts",
    test: "an administrator who is no superuser makes role and database as printed, and the role migrates it",
    by: "tests/support/deploy/guide-database.ts",
  },
  "docs/managed-postgresql.md > The address > 1": {
    file: PARSED,
    test: "the settings in the guides' blocks are settings, and valid",
    notHere: "a cloud's PostgreSQL",
  },
  "docs/managed-postgresql.md > The authority's file > 1": {
    file: PARSED,
    test: "the override for Compose and the lines for the manifests fit the files that they change",
    notHere: NEEDS_DOCKER,
  },
  "docs/managed-postgresql.md > The authority's file > 2": {
    file: PARSED,
    test: "what the guide does with kubectl is in the manifests",
    notHere: NEEDS_CLUSTER,
  },
  "docs/managed-postgresql.md > The authority's file > 3": {
    file: PARSED,
    test: "the override for Compose and the lines for the manifests fit the files that they change",
    notHere: NEEDS_CLUSTER,
  },
} as const satisfies Readonly<Record<string, Run>>;

export type BlockId = keyof typeof BLOCK_RUNS;
