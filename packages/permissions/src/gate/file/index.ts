/**
 * Grants, asks and audits on disk, for several processes and over crashes. For Node.
 * @module
 */
export { type AuditOptions, fileAudit, readAudit } from "./file-audit.ts";
export { type FileStore, fileStore } from "./file-store.ts";
export { GrantStoreError, type StoreProblem } from "./fault.ts";
export { projectStore } from "./project-store.ts";
