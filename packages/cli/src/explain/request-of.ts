import type { Catalog } from "@polyglav/catalog";
import { CATEGORIES, isCategory, type Request, requestDelegation } from "@polyglav/permissions";
import type { Tools } from "@polyglav/tools";
import { agentTools } from "../agent-tools.ts";
import { findRole } from "../catalog-lookup.ts";
import { notFound } from "../not-found.ts";
import type { Session } from "../session.ts";

/**
 * Builds the request that a call would make. Tools build it as in a run, with a look at the disk, so a path outside the
 * worktree is judged as one. Without arguments, and for categories without a tool, it is any call of the category.
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
  if (isCategory(category)) return { actions: [{ category, resource: [...args] }], summary: summaryOf(what, args) };
  throw notFound({ one: "category or tool" }, what, [...new Set([...CATEGORIES, ...Object.keys(CATEGORY_OF)])]);
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
