/**
 * The child process that loads example modules, one after the other, and answers for each. See `run-modules.ts`.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";

let fail: (error: unknown) => void = () => undefined;
// What a module starts and does not await fails the module, too.
process.on("uncaughtException", (error) => {
  fail(error);
});

async function load(url: string): Promise<string | undefined> {
  const stray = new Promise<never>((_, reject) => {
    fail = reject;
  });
  try {
    await Promise.race([import(url).then(() => sleep(0)), stray]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
  }
}

process.on("message", (url) => {
  void load(String(url)).then((error) => process.send?.({ error }));
});
