import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { anyPort } from "../../../scripts/local/ports.ts";
import { createAuthority } from "../world/certificates.ts";

const POSTFIX = "/usr/sbin/postfix";

/** Why a real Postfix cannot run here, in words for a test's name; "" when it can. */
export const postfixMissing: string = !existsSync(POSTFIX)
  ? " (not here: apt-get install postfix)"
  : process.getuid?.() === 0
    ? ""
    : " (not here: Postfix is started by root)";

/** Debian's Postfix with a configuration, queue and port of its own, until the test ends. It delivers to one mailbox file. */
export const startPostfix = async (): Promise<{ port: number; ca: string; mailbox: () => string }> => {
  const authority = createAuthority();
  const { cert, key } = authority.issue(["127.0.0.1"]);
  const port = await anyPort();
  const folder = mkdtempSync(join(tmpdir(), "lintel-postfix-"));
  chmodSync(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  for (const name of ["etc", "queue", "data", "mail"]) mkdirSync(at(name));
  const owner = (path: string): void => {
    execFileSync("chown", ["-R", "postfix", path]);
  };
  owner(at("data"));
  owner(at("mail"));
  cpSync("/etc/postfix/dynamicmaps.cf", at("etc/dynamicmaps.cf"));
  writeFileSync(at("cert.pem"), cert);
  writeFileSync(at("key.pem"), key, { mode: 0o600 });
  const uid = execFileSync("id", ["-u", "postfix"], { encoding: "utf8" }).trim();
  const settings = {
    compatibility_level: "3.6",
    queue_directory: at("queue"),
    data_directory: at("data"),
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    myhostname: "mail.people.test",
    mydestination: "",
    mynetworks: "",
    virtual_mailbox_domains: "people.test",
    virtual_mailbox_base: at("mail"),
    virtual_mailbox_maps: "inline:{ { zoe@people.test = inbox } }",
    virtual_uid_maps: `static:${uid}`,
    virtual_gid_maps: `static:${uid}`,
    virtual_minimum_uid: "1",
    smtpd_tls_cert_file: at("cert.pem"),
    smtpd_tls_key_file: at("key.pem"),
    smtpd_tls_security_level: "encrypt",
    smtpd_relay_restrictions: "reject_unauth_destination",
    maillog_file: "/dev/stdout",
    maillog_file_prefixes: "/dev,/var,/tmp",
  };
  writeFileSync(
    at("etc/main.cf"),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(""),
  );
  // Without chroot, whose copies of libraries a queue of one's own has not.
  const master = readFileSync("/etc/postfix/master.cf", "utf8")
    .replace(/^smtp\s+inet.*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
    .replace(/^(\w[\w-]*\s+unix\s+\S+\s+\S+\s+)y/gm, "$1n");
  writeFileSync(at("etc/master.cf"), master);
  const run = (command: string): void => {
    execFileSync(POSTFIX, ["-c", at("etc"), command], { stdio: "ignore" });
  };
  onTestFinished(() => {
    run("stop");
    rmSync(folder, { recursive: true, force: true });
  });
  run("start");
  return {
    port,
    ca: authority.ca,
    mailbox: () => (existsSync(at("mail/inbox")) ? readFileSync(at("mail/inbox"), "utf8") : ""),
  };
};
