import { expect, it } from "vitest";
import { fileStore } from "../../src/file/file-store.ts";
import { resume } from "../../src/run/run.ts";
import { folder } from "./folder.ts";
import { program } from "./program.ts";
import { type PromptMessage, bash, delegate, read, told, world } from "./world.ts";

/** The calls of a prompt, and the answers to them, in order. */
const partsOf = (prompt: readonly PromptMessage[], type: string): readonly (string | undefined)[] =>
  prompt.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((part) => (part.type === type ? [part.toolCallId] : [])),
  );

it("D1: a process that was killed in a tool leaves no call without an answer", async () => {
  const dir = folder();
  const moves = {
    boss: [{ call: [delegate("tester")] }, { text: "All done." }],
    tester: [{ call: [read(), bash(), read("b.ts")] }, { text: "It may have passed." }],
  };
  expect(await program({ dir, moves, bash: "dies" }).ended).toMatchObject({ signal: "SIGKILL", errors: "" });

  const prompts: (readonly PromptMessage[])[] = [];
  const store = fileStore(dir);
  const deps = world({
    moves,
    store,
    visit: ({ run: who, prompt }) => {
      if (who === "r1.1") prompts.push(prompt);
      return undefined;
    },
  });
  const { all, end } = await told(resume({ run: "r1" }, deps));
  expect(all("tool-end").filter(({ tool }) => tool === "bash")).toMatchObject([
    { status: "unknown", output: expect.stringMatching(/^interrupted: the outcome .*unknown/) },
  ]);
  expect(prompts).toHaveLength(1);
  for (const prompt of prompts) {
    expect(partsOf(prompt, "tool-call")).toEqual(["call-1-1", "call-1-2", "call-1-3"]);
    expect(partsOf(prompt, "tool-result")).toEqual(partsOf(prompt, "tool-call"));
  }
  expect(end).toMatchObject({ status: "ok", content: "All done." });
});
