/**
 * A process that uses a store until it is killed: for each one-shot that it finds it tries to claim it for a call of its
 * own, gives some back, starts the others, and says so. What it says to have started has been started.
 */
import { fileStore } from "./file-store.ts";

const [dir = "", name = "", endless = ""] = process.argv.slice(2);
const store = fileStore(dir);
const holder = { id: "r1", chain: undefined };
let calls = 0;

do {
  for (const { id } of store.open(holder, "look")) {
    const call = `${name}-${(calls += 1)}`;
    if (!store.claim(id, call)) continue;
    if (calls % 3 === 0) store.release(id, call);
    else if (store.start(id, call)) process.stdout.write(`${id} ${call}\n`);
  }
  if (endless !== "")
    store.put({
      id: store.id(),
      holder: "r1",
      covers: { kind: "category", category: "bash" },
      lift: "confirm",
      approver: "operator",
      uses: "once",
    });
} while (endless !== "" || store.open(holder, "look").length > 0);
