import { requestCommand } from "@polyglav/permissions/shell";
import { nothingRead, shellCell } from "./shell-cell.ts";

await shellCell((line) => {
  const reading = nothingRead();
  const { actions, advice } = requestCommand(line, { cwd: "/project", worktree: "/project", home: "/home/me" });
  if (advice.length > 0) reading.isOpen = true;
  for (const { category, resource } of actions) {
    const named = category === "bash" ? resource[0] : resource.at(-1);
    if (named === undefined) continue;
    // What is known only when it runs begins with NUL.
    if (named.startsWith("\0")) reading.isOpen = true;
    else (category === "bash" ? reading.names : reading.targets).push(named);
  }
  return reading;
});
