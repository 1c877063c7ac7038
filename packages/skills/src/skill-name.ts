import { type Problem } from "@polyglav/registry";

export function skillName(name: string): Problem | undefined {
  return name === "" ? { code: "skill/bad-name", severity: "error", message: "" } : undefined;
}
