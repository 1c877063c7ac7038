import { type Decision } from "@polyglav/permissions";
import { type Merged } from "@polyglav/registry";
import { type AskPolicy } from "./ask-policy.ts";
import { type Limits, limitsOf } from "./limits.ts";
import { type Reasoning, type WrittenRole } from "./role-schema.ts";
import { setPermissions, type Permissions } from "./permissions.ts";

/** A role as the layers make it together, with its defaults filled in. */
export interface Role {
  readonly name: string;
  readonly description: string;
  readonly system_prompt: string;
  /** The models to try, in this order; none means the caller's. */
  readonly model: readonly string[];
  /** Skills that it always has. */
  readonly skills: readonly string[];
  readonly tags: readonly string[];
  /** What it takes of its caller's authority; a category that is not named stays the caller's. */
  readonly tool_permission: Permissions;
  /** What it may hand down; a category that is not named is what it may use itself. */
  readonly grant_permission: Permissions;
  /** What it sets of the ask policy; the rest is its caller's. */
  readonly ask_policy: Partial<AskPolicy>;
  /** Whether others may delegate to it; absent when its own `delegate` word says that too. */
  readonly accepts_delegation?: Decision;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly reasoning?: Reasoning;
  readonly limits: Limits;
  /** A JSON Schema that its answer has to fit. */
  readonly output?: boolean | Readonly<Record<string, unknown>>;
  /** Whether it is given the instructions of the project, such as AGENTS.md. */
  readonly inherit_context: boolean;
  /** Fields of other tools, kept untouched. */
  readonly [extension: `x-${string}`]: unknown;
}

/** Fills in the defaults of a merged role. This is the one place where they are written. */
export function roleOf(name: string, merged: Merged<WrittenRole>): Role {
  const { model = [], ask_policy: policy, accepts_delegation, temperature, top_p, reasoning, output } = merged;
  return {
    ...Object.fromEntries(Object.entries(merged).filter(([field]) => field.startsWith("x-"))),
    name,
    description: merged.description ?? "",
    system_prompt: merged.system_prompt ?? "",
    model: (typeof model === "string" ? [model] : model).filter((ref) => ref !== ""),
    skills: merged.skills ?? [],
    tags: merged.tags ?? [],
    tool_permission: setPermissions(merged.tool_permission),
    grant_permission: setPermissions(merged.grant_permission),
    ask_policy: {
      ...(policy?.permission && { permission: policy.permission }),
      ...(policy?.direction && { direction: policy.direction }),
    },
    ...(accepts_delegation !== undefined && { accepts_delegation }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(reasoning !== undefined && { reasoning }),
    limits: limitsOf(merged.limits),
    ...(output !== undefined && { output }),
    inherit_context: merged.inherit_context ?? true,
  };
}
