import { DYNAMIC } from "./dynamic.ts";
import { type CommandOptions, requestCommand } from "./request-command.ts";

/** What is seen in a command line, written so that it reads well in a test: `?` stands for what nobody knows. */
export interface Seen {
  readonly bash: readonly string[];
  readonly read: readonly string[];
  readonly edit: readonly string[];
  readonly list: readonly string[];
  readonly web: readonly string[];
  readonly why: readonly string[];
  readonly unseen: readonly string[];
}

export const PLACE: CommandOptions = { cwd: "/home/ada/p", worktree: "/home/ada/p", home: "/home/ada" };

/** Reads a command line. Words stand behind each other, names of paths behind slashes. */
export function seen(source: string, options: Partial<CommandOptions> = {}): Seen {
  const { actions, advice, unseen } = requestCommand(source, { ...PLACE, ...options });
  const of = (category: string, separator: string): readonly string[] =>
    actions
      .filter((action) => action.category === category)
      .map(({ resource }) => resource.map((name) => (name.startsWith(DYNAMIC) ? "?" : name)).join(separator))
      .map((text) => text.replace(/^\/\//, "/"));
  return {
    bash: of("bash", " "),
    read: of("read", "/"),
    edit: of("edit", "/"),
    list: of("list", "/"),
    web: of("web", " "),
    why: advice.map(({ why }) => why),
    unseen,
  };
}

/** Tells whether a command line is at most asked about. */
export const isOpaque = (source: string, options: Partial<CommandOptions> = {}): boolean =>
  seen(source, options).why.length > 0;
