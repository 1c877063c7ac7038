import { z } from "zod";

/** A path in a tool's input. The limit is what Linux takes; a NUL byte is in no path. */
export const pathInput = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.includes("\0"), { error: "must not hold a NUL byte" })
  .describe("Path, relative to the worktree or absolute; ~ is the home folder");
