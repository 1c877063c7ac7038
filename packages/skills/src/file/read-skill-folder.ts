import { type LayerData, type Problem } from "@polyglav/registry";
import { type Skill } from "../skill.ts";

/** A folder of skills as a layer. */
export interface SkillFolder extends LayerData<Skill> {
  readonly dir: string;
  readonly problems: readonly Problem[];
}

export declare function readSkillFolder(dir: string, options: { readonly layer: string }): SkillFolder;
