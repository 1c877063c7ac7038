import type { Output } from "../command.ts";
import type { Session } from "../session.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";
import { notWritten } from "../catalog/written.ts";
import { trustChanges } from "./trust-changes.ts";

/** Trusts this folder, or takes that back. */
export async function changeTrust(wanted: "trust" | "revoke", session: Session): Promise<Output> {
  const { places, viewpoint, world } = session;
  const { loadCatalog, trustFolder, untrustFolder } = await import("@polyglav/catalog/file");
  const [before, after] = [false, true].map((trust) => loadCatalog({ ...places(), trust }));
  const by = { by: "polyglav trust", at: new Date(world.now()) };
  const done = wanted === "trust" ? trustFolder(places(), by) : untrustFolder(places());
  if (!done.ok) throw notWritten(done.problem, viewpoint);
  const folder = visibleLine(displayPath(viewpoint.cwd, { ...viewpoint, cwd: viewpoint.home }));
  const state = {
    trust: ["was trusted already", "is trusted now"],
    revoke: ["was not trusted", "is not trusted any more"],
  };
  return {
    data: { folder: viewpoint.cwd, trusted: wanted === "trust", changed: done.changed },
    lines: [
      [`${folder} ${state[wanted][done.changed ? 1 : 0] ?? ""}`],
      ...(wanted === "trust" && before !== undefined && after !== undefined
        ? trustChanges(before, after, viewpoint)
        : []),
    ],
  };
}
