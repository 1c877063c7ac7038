/**
 * A process with a store: `node holder.fixture.ts <store> <place> <run> <what>`. It says one line when it has the run, or
 * the code of the error, and then does what it was told.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sqliteStore } from "../node/sqlite/sqlite-store.ts";
import { RunStoreError } from "../store/run-store-error.ts";
import { fileStore } from "./file-store.ts";

const [, , kind = "", place = "", run = "", what = ""] = process.argv;
const durability = what === "sync" ? "sync" : what === "exit" ? "exit" : "write";
const store = kind === "file" ? fileStore(place, { durability }) : sqliteStore(place, { durability });

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

try {
  const { log } = what === "create" ? { log: await store.create(run) } : await store.open(run);
  if (what === "create") log.append(JSON.stringify({ n: 1 }));
  say(`has ${log.fence}`);
  switch (what) {
    case "sync":
      // Tells each number after it was promised, until it is killed.
      for (let n = 1; ; n += 1) {
        log.append(JSON.stringify({ n }));
        await log.commit();
        say(`${n}`);
      }
    case "race":
      log.append(JSON.stringify({ by: process.pid }));
      await sleep(300);
      await log.close();
      break;
    case "letters":
      // Nothing else keeps this process alive.
      log.letters(({ id }) => {
        say(id);
      });
      break;
    case "exit":
      log.append(JSON.stringify({ n: 1 }));
      process.exit(0);
      break;
    default:
      await sleep(60_000);
  }
} catch (cause) {
  say(cause instanceof RunStoreError ? `${cause.code} ${cause.message}` : String(cause));
}
