import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What another process is to tell, and where it dies. */
export interface Order {
  /** The store and the file of effects are in it. */
  readonly dir: string;
  readonly store: "file" | "sqlite";
  /** It dies when it has appended so many entries. */
  readonly after?: number;
  /** It dies in the tool that has this effect, when that is done and before anybody knows of it. */
  readonly inside?: string;
  /** It goes on with what is there. */
  readonly goesOn?: boolean;
}

/** How it ended. */
export interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly said: string;
}

/** Runs it from the sources, to its end. */
export async function program(order: Order): Promise<Ended> {
  const loader = new URL("../field/source-loader.mjs", import.meta.url).href;
  const file = join(import.meta.dirname, "program.fixture.ts");
  const child = spawn(process.execPath, ["--import", loader, file, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  await once(child, "close");
  return { signal: child.signalCode, code: child.exitCode, said };
}
