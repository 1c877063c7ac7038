import type { Catalog } from "@polyglav/catalog";
import {
  CATEGORIES,
  type Category,
  isCategory,
  type Request,
  requestDelegation,
  resourceOf,
} from "@polyglav/permissions";
import type { Tools } from "@polyglav/tools";
import { agentTools } from "../agent-tools.ts";
import { findRole } from "../catalog-lookup.ts";
import { usageError } from "../command-error.ts";
import { notFound } from "../not-found.ts";
import type { Session } from "../session.ts";

/**
 * Builds the request that a call would make. Tools build it as in a run, with a look at the disk, so a path outside the
 * worktree is judged as one. For a category without a tool its text is read as in a carve: a URL, a command, a name.
 * Without arguments it is any call of the category. Throws a usage error for what names nothing.
 */
export async function requestOf(
  what: string,
  args: readonly string[],
  catalog: Catalog,
  session: Session,
): Promise<Request> {
  const { viewpoint } = session;
  const [first] = args;
  if (what === "delegate" && first !== undefined) {
    const { role } = findRole(first, { catalog, viewpoint, verb: "delegate to" });
    return requestDelegation(catalog.targetOf(role.name));
  }
  if (first !== undefined && isTool(what)) {
    return toolRequest(what, args, await agentTools(catalog, session));
  }
  const category = isTool(what) ? CATEGORY_OF[what] : what;
  if (isCategory(category)) {
    return { actions: [{ category, resource: resourceFor(category, args) }], summary: summaryOf(what, args) };
  }
  throw notFound({ one: "category or tool" }, what, [...new Set([...CATEGORIES, ...Object.keys(CATEGORY_OF)])]);
}

/** One word is a text that names a thing; several are its segments, where a category has no one text for them. */
function resourceFor(category: Category, args: readonly string[]): readonly string[] {
  const [first, ...more] = args;
  if (first === undefined) return [];
  if (more.length > 0 && category !== "web") return args;
  const text = category === "web" && !first.includes("://") ? `https://${first}` : first;
  const resource = more.length > 0 ? undefined : resourceOf(category, text);
  if (resource !== undefined) return resource;
  throw usageError(`Cannot read ${JSON.stringify(args.join(" "))}: it names no one thing of category ${category}`);
}

const CATEGORY_OF = { read: "read", list: "list", edit: "edit", write: "edit", bash: "bash" } as const;

const isTool = (name: string): name is keyof typeof CATEGORY_OF => Object.hasOwn(CATEGORY_OF, name);

function toolRequest(tool: keyof typeof CATEGORY_OF, args: readonly string[], tools: Tools): Promise<Request> {
  const [path = ""] = args;
  switch (tool) {
    case "read":
      return tools.read.request({ path });
    case "list":
      return tools.list.request({ path });
    case "edit":
      return tools.edit.request({ path, old: "", new: "" });
    case "write":
      return tools.write.request({ path, content: "" });
    case "bash":
      return tools.bash.request({ command: args.join(" ") });
  }
}

function summaryOf(what: string, args: readonly string[]): string {
  return args.length === 0 ? `any ${what} call` : `${what} ${JSON.stringify(args.join(" "))}`;
}
