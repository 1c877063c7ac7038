import type { Catalog } from "@polyglav/catalog";
import type { Session } from "../session.ts";
import { openTerminal } from "../run/terminal.ts";
import { notWritten } from "../catalog/written.ts";

/**
 * Reads the layers, and where a person is there, asks whether to trust a folder that would say something. What it would
 * change is shown first. Without a person nothing becomes trusted.
 */
export async function askForTrust(session: Session): Promise<Catalog> {
  const before = await session.catalog();
  const { places, interactive, viewpoint, world, prompt } = session;
  if (before.withheld.length === 0 || !interactive) return before;
  const files = await import("@polyglav/catalog/file");
  const after = files.loadCatalog({ ...places(), trust: true });
  const { trustChanges } = await import("./trust-changes.ts");
  const terminal = openTerminal(world.stdin);
  const show = (): Promise<void> =>
    prompt([
      ["To trust .polyglav means that from now on it may say this, whatever it will be:"],
      ...trustChanges(before, after, viewpoint),
      [["warn", "? "], "Trust this folder? [y/N] "],
    ]);
  const line = await terminal.ask(show, session.stopping());
  if (line === undefined || !/^\s*y(es)?\s*$/i.test(line)) return before;
  const trusted = files.trustFolder(places(), { by: "a person at the terminal", at: new Date(world.now()) });
  if (!trusted.ok) throw notWritten(trusted.problem, viewpoint);
  return session.reload();
}
