import { listed } from "../listed.ts";
import { type Options, optionsOf } from "../programs/options.ts";
import { FILE_TOOLS } from "./file-tools.ts";
import { GIT_TOOLS } from "./git-tools.ts";
import { NET_TOOLS } from "./net-tools.ts";
import { OTHER_TOOLS } from "./other-tools.ts";
import { TEXT_TOOLS } from "./text-tools.ts";

/**
 * What is done with an operand: files as in `Use`; `move` reads and changes it; `into` is a file, or the folder that
 * the others are put into; `fill` is a folder that is filled; `web` is a URL, `host` a host, `copy` a file that is read, here or on a
 * host, `remote` a repository, and `object` what git reads: a file, a version, or a file in a version.
 */
export type Role =
  | "skip"
  | "read"
  | "edit"
  | "list"
  | "mode"
  | "run"
  | "move"
  | "into"
  | "fill"
  | "web"
  | "host"
  | "copy"
  | "remote"
  | "object";

/** A tool as the tables write it. */
export interface WrittenTool {
  /** As {@link optionsOf} reads them. */
  readonly options?: string;
  /** The roles of the operands in their order; one with a star stands for any number. Default: none matters. */
  readonly operands?: string;
  /** Other operands where one of some options is given; the first that is counts. */
  readonly when?: Readonly<Record<string, string>>;
  /** What is done with the folder in which it runs where there are no operands; always, or behind an option. */
  readonly bare?: "read" | "list" | "edit";
  readonly bareWith?: string;
  /** Fills the folder in which it runs with files that nobody knows, unless one of these options is given. */
  readonly fills?: string;
  /** Puts no folders there. */
  readonly isFlat?: true;
  /** From so many operands on, the last names the folder that is filled. */
  readonly fillsBelow?: number;
  /** Opens a shell or an editor, or runs what it reads, unless one of these options is given. */
  readonly opens?: string;
  /** Runs files that path rules do not see. */
  readonly isBlind?: true;
}

/** A tool whose files are known. */
export interface Tool extends Omit<WrittenTool, "options" | "operands" | "when"> {
  readonly options: Options;
  readonly operands: Roles;
  readonly when: readonly (readonly [options: string, operands: Roles])[];
}

/** The roles of operands: the first ones, that of any number in the middle, and the last ones. */
export interface Roles {
  readonly first: readonly Role[];
  readonly rest: Role;
  readonly last: readonly Role[];
}

const ROLES: readonly Role[] = [
  "skip",
  "read",
  "edit",
  "list",
  "mode",
  "run",
  "move",
  "into",
  "fill",
  "web",
  "host",
  "copy",
  "remote",
  "object",
];

function readRoles(written: string): Roles {
  const words = listed(written);
  const star = words.findIndex((word) => word.endsWith("*"));
  const roles = words.map((word) => ROLES.find((role) => word.replace("*", "") === role) ?? "skip");
  if (star < 0) return { first: roles, rest: "skip", last: [] };
  return { first: roles.slice(0, star), rest: roles[star] ?? "skip", last: roles.slice(star + 1) };
}

function readTool({ options = "", operands = "", when = {}, ...rest }: WrittenTool): Tool {
  return {
    ...rest,
    options: optionsOf(options),
    operands: readRoles(operands),
    when: Object.entries(when).map(([names, roles]) => [names, readRoles(roles)]),
  };
}

/** The tools by their names. A key of the tables may name several that are alike. */
export const TOOLS: ReadonlyMap<string, Tool> = readTools([TEXT_TOOLS, FILE_TOOLS, NET_TOOLS, OTHER_TOOLS]);

/** The subcommands of git, written the same way. */
export const GIT: ReadonlyMap<string, Tool> = readTools([GIT_TOOLS]);

function readTools(tables: readonly Readonly<Record<string, WrittenTool>>[]): ReadonlyMap<string, Tool> {
  return new Map(
    tables.flatMap(Object.entries<WrittenTool>).flatMap(([names, written]) => {
      const tool = readTool(written);
      return listed(names).map((name) => [name, tool] as const);
    }),
  );
}
