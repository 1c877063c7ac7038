import { join } from "node:path";
import { catalogFolders } from "@polyglav/catalog/file";
import type { GateEvent, GrantStore } from "@polyglav/permissions/gate";
import { fileAudit, type FileStore, projectStore } from "@polyglav/permissions/gate/file";
import type { Session } from "../session.ts";

/** Where the yeses for this project are kept: with the user's own files, for what lies in the folder is the folder's. */
export function projectGrants({ places }: Session): FileStore | undefined {
  const { global } = catalogFolders(places());
  return global === undefined ? undefined : projectStore(join(global, "grants"), places().cwd);
}

/** The file of what happened at the gates of this folder. */
export const auditFile = ({ viewpoint }: Session): string => join(viewpoint.cwd, ".polyglav", "audit.ndjson");

/** What a run writes down at its gate besides its own log. */
export function gateFiles(session: Session): {
  readonly project: GrantStore | undefined;
  readonly audit: (event: GateEvent) => void;
} {
  return { project: projectGrants(session), audit: fileAudit(auditFile(session)) };
}
