import { expect, it } from "vitest";
import { fileStore } from "../../src/file/file-store.ts";
import { answerAsk } from "../../src/run/answer-ask.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume } from "../../src/run/run.ts";
import { folder } from "./folder.ts";
import { program } from "./program.ts";
import { bash, delegate, told, world } from "./world.ts";

it.each(["ask-open", "run-end"] as const)(
  "A5: an ask of a process that was killed at its %s is answered with the store and the catalog alone",
  async (dieAt) => {
    const dir = folder();
    const moves = {
      boss: [{ call: [delegate("tester")] }, { text: "All done." }],
      tester: [{ call: [bash()] }, { text: "It passed." }],
    };
    const { ended } = program({ dir, moves, dieAt, nobody: true, request: { onAsk: "park" } });
    expect(await ended).toMatchObject({ signal: "SIGKILL", errors: "" });

    const store = fileStore(dir);
    const asks = await openAsks(store);
    expect(asks).toMatchObject([{ run: "r1", by: "r1.1", role: "tester", summary: 'bash "npm test"' }]);
    const [{ ask } = { ask: "" }] = asks;
    expect(await answerAsk({ run: "r1", ask, answer: { say: "once" } }, { store })).toBe("resolved");
    const { all, end } = await told(resume({ run: "r1" }, world({ moves, store, operator: undefined })));
    expect(all("tool-end").find(({ tool }) => tool === "bash")).toMatchObject({ status: "ok" });
    expect(end).toMatchObject({ status: "ok", content: "All done." });
  },
);
