/**
 * Asks of a gate as permission options of the Agent Client Protocol, and the answers back.
 * @module
 */
export {
  answerOf,
  type PermissionOption,
  type PermissionOptionKind,
  permissionOptions,
  type PermissionOptionsOptions,
  type PermissionOutcome,
} from "./permission-options.ts";
