import type { RunLog } from "../store/run-store.ts";
import { diskError } from "./disk-error.ts";
import { writeArtifact } from "./artifact-file.ts";
import { atExit } from "./at-exit.ts";
import { openInbox } from "./inbox.ts";
import { type Lease, RENEW_MS } from "./lease.ts";
import { type Durability, lineWriter, type LogFile } from "./line-writer.ts";
import { writeSnapshot } from "./snapshot-file.ts";

/** What a log in a folder is opened with. */
export interface HeldLogOptions {
  readonly folder: string;
  readonly run: string;
  readonly durability: Durability;
  readonly file: LogFile;
  readonly name: string;
  /** What is in the file: bytes and lines. */
  readonly size: number;
  readonly count: number;
}

/** The log of a run in a folder, for the one who has its lease. */
export function heldLog(lease: Lease, options: HeldLogOptions): RunLog {
  const { folder, run, durability, file, name, size } = options;
  const isSynced = durability === "sync";
  const writer = lineWriter(name, file, { run, durability, size, isHeld: lease.isHeld });
  const inbox = openInbox(folder, lease.isHeld);
  let count = options.count;
  let isOpen = true;

  const renewal = setInterval(lease.renew, RENEW_MS).unref();
  const forget = durability === "exit" ? atExit(writer.flush) : () => undefined;
  const end = (isClean: boolean): void => {
    writer.close();
    lease.giveBack(isClean);
  };
  return {
    fence: lease.fence,
    append(line) {
      writer.append(line);
      count += 1;
    },
    commit: writer.commit,
    snapshot(state) {
      if (!isOpen) return;
      try {
        writer.flush();
        writeSnapshot(folder, lease.fence, { from: { at: writer.size(), lines: count }, state }, isSynced);
      } catch (cause) {
        throw diskError(`Cannot keep a snapshot of the log "${name}"`, cause);
      }
    },
    keep(text) {
      try {
        return writeArtifact(folder, text, isSynced);
      } catch (cause) {
        throw diskError(`Cannot keep an artifact beside the log "${name}"`, cause);
      }
    },
    letters: inbox.read,
    discard: inbox.discard,
    close() {
      if (!isOpen) return undefined;
      isOpen = false;
      clearInterval(renewal);
      inbox.close();
      forget();
      let pending: Promise<void> | undefined;
      try {
        pending = writer.commit();
      } catch (cause) {
        end(false);
        throw cause;
      }
      if (pending === undefined) {
        end(true);
        return undefined;
      }
      return pending.then(
        () => {
          end(true);
        },
        (cause: unknown) => {
          end(false);
          throw cause;
        },
      );
    },
  };
}
