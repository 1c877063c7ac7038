import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { shellWord } from "../view/open-ask.ts";
import { visibleLine } from "../visible.ts";

/** Where nothing ran here, the nearest folder above where something did: runs belong to the folder that they began in. */
export function elsewhereLines({ viewpoint }: Pick<Session, "viewpoint">): readonly Line[] {
  const hasRuns = (folder: string): boolean => existsSync(join(folder, ".polyglav", "runs"));
  if (hasRuns(viewpoint.cwd)) return [];
  for (let folder = viewpoint.cwd; dirname(folder) !== folder; folder = dirname(folder)) {
    const above = dirname(folder);
    if (hasRuns(above)) return [[["dim", `There are runs in a folder above: -C ${visibleLine(shellWord(above))}`]]];
  }
  return [];
}
