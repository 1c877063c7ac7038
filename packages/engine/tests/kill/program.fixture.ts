/**
 * A process that tells the story of `story.ts` and kills itself: `node program.fixture.ts <order>`. It answers what waits,
 * as the operator, so that it gets to any point of the log.
 */
import { join } from "node:path";
import { fileStore } from "../../src/file/file-store.ts";
import { sqliteStore } from "../../src/node/sqlite/sqlite-store.ts";
import { killingStore } from "../../src/testing/index.ts";
import type { Order } from "./program.ts";
import { effectsIn, storyDeps, tell } from "./story.ts";

const order = JSON.parse(process.argv[2] ?? "") as Order;
const die = (): void => {
  process.kill(process.pid, "SIGKILL");
};
const place = join(order.dir, "runs");
const kept = order.store === "file" ? fileStore(place) : sqliteStore(place);
const store = order.after === undefined ? kept : killingStore(kept, order.after, die);
const deps = storyDeps({
  ...{ store, effects: effectsIn(join(order.dir, "effects")) },
  happened: (effect) => {
    if (effect === order.inside) die();
  },
});
process.stdout.write(await tell({ ...deps, store }, order.goesOn === true ? "go on" : "begin"));
