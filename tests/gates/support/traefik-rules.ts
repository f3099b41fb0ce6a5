// The rules of Traefik's routers: matchers with backquoted arguments, `&&`, `||`, `!` and parentheses
// (doc.traefik.io, "Rules & Priority", version 3).

export type Asked = {
  method: string;
  /** Without its port. */
  host: string;
  /** As Traefik has read it, without the query. */
  path: string;
  header: (name: string) => string[];
};

export type Rule = (asked: Asked) => boolean;

const TOKEN = /\s*(&&|\|\||!|\(|\)|,|[A-Za-z]+|`[^`]*`)/y;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new Error(`a rule that Traefik would not read: ${text}`);
    tokens.push(token);
  }
  return tokens;
};

const MATCHERS: Record<string, (args: string[]) => Rule> = {
  Host:
    ([host = ""]) =>
    (asked) =>
      asked.host === host.toLowerCase(),
  Method:
    ([method = ""]) =>
    (asked) =>
      asked.method === method.toUpperCase(),
  Path:
    ([path = ""]) =>
    (asked) =>
      asked.path === path,
  PathPrefix:
    ([prefix = ""]) =>
    (asked) =>
      asked.path.startsWith(prefix),
  // Go's syntax; what the configurations use of it means the same here.
  PathRegexp: ([expression = ""]) => {
    const matcher = new RegExp(expression);
    return (asked) => matcher.test(asked.path);
  },
  HeaderRegexp: ([name = "", expression = ""]) => {
    const matcher = new RegExp(expression);
    return (asked) => asked.header(name).some((value) => matcher.test(value));
  },
};

/** @throws if it is no rule, or has a matcher that no configuration needs */
export const parseRule = (text: string): Rule => {
  const tokens = tokensOf(text);
  const take = (wanted?: string): string => {
    const token = tokens.shift() ?? "";
    if (wanted !== undefined && token !== wanted)
      throw new Error(`expected ${wanted}, found ${token}: ${text}`);
    return token;
  };
  const one = (): Rule => {
    const token = take();
    if (token === "!") {
      const rule = one();
      return (asked) => !rule(asked);
    }
    if (token === "(") {
      const rule = any();
      take(")");
      return rule;
    }
    const matcher = MATCHERS[token];
    if (!matcher) throw new Error(`unknown matcher ${token}: ${text}`);
    take("(");
    const args: string[] = [];
    do args.push(take().slice(1, -1));
    while (tokens[0] === "," && take());
    take(")");
    return matcher(args);
  };
  const all = (): Rule => {
    const rules = [one()];
    while (tokens[0] === "&&" && take()) rules.push(one());
    return (asked) => rules.every((rule) => rule(asked));
  };
  const any = (): Rule => {
    const rules = [all()];
    while (tokens[0] === "||" && take()) rules.push(all());
    return (asked) => rules.some((rule) => rule(asked));
  };
  const rule = any();
  if (tokens.length > 0) throw new Error(`more than a rule: ${text}`);
  return rule;
};
