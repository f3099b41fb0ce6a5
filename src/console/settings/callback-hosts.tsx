import { isCallbackHost, MAX_CALLBACK_HOSTS } from "#core/callback-hosts.ts";
import { TextAreaField } from "#kit/fields.tsx";
import type { Typing } from "./setting-kinds.tsx";

/** The hosts of a list as it is typed, each once. */
export const hostsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((host) => host.toLowerCase())
      .filter(Boolean),
  ),
];

const problemIn = (hosts: readonly string[]): string | undefined => {
  const wrong = hosts.filter((host) => !isCallbackHost(host));
  if (wrong.length > 0) return `Not a host: ${wrong.join(", ")}. Write shop.example.com or *.example.com.`;
  return hosts.length > MAX_CALLBACK_HOSTS ? `At most ${MAX_CALLBACK_HOSTS} hosts.` : undefined;
};

/** Whether a list as it is typed cannot be saved. */
export const hasWrongHost = (text: string): boolean => problemIn(hostsIn(text)) !== undefined;

/** The hosts that people can return to, judged while they are typed. */
export const CallbackHosts = ({ value, onChange }: Typing) => {
  const hosts = hostsIn(value);
  return (
    <TextAreaField
      label="Allowed hosts"
      error={problemIn(hosts)}
      hint={
        hosts.length === 0
          ? "One per line. The list is empty, so callback_url can name any host. Add your hosts to keep results from going elsewhere."
          : "One per line. *.example.com covers every subdomain, but not example.com itself. Add a port to allow only that port, as in localhost:8080."
      }
      rows={4}
      spellCheck={false}
      autoCapitalize="off"
      placeholder={"shop.example.com\n*.example.com"}
      className="font-mono"
      value={value}
      onChange={onChange}
    />
  );
};
