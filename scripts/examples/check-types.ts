/**
 * Checks the types of example modules against the types that the packages publish.
 *
 * @module
 */
import { writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { runNode } from "../run.ts";
import { programOf } from "../workspace.ts";

export interface TypeError {
  /** The name of the module, without its folder. Empty when the error belongs to none. */
  readonly module: string;
  readonly line: number;
  readonly message: string;
}

/** Checks every module of a folder in one run of the compiler. */
export async function checkTypes(root: string, folder: string): Promise<readonly TypeError[]> {
  const config = join(folder, "tsconfig.json");
  const base = relative(folder, join(root, "tsconfig.base.json")).replaceAll("\\", "/");
  writeFileSync(
    config,
    JSON.stringify({ extends: base, compilerOptions: { moduleDetection: "force" }, include: ["*.ts"] }),
  );
  const args = [programOf(root, "typescript7", "tsc"), "--noEmit", "--pretty", "false", "-p", config];
  const { code, output } = await runNode(args, { cwd: root });
  if (code === 0) return [];
  const errors = [...output.matchAll(/^(\S.*?)\((\d+),\d+\): error (TS\d+: .*(?:\n {2}.*)*)/gm)].map(
    ([, file = "", line = "1", message = ""]) => ({ module: basename(file), line: Number(line), message }),
  );
  return errors.length > 0 ? errors : [{ module: "", line: 1, message: output.trim() }];
}
