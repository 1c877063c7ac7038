import type { RunEvent } from "@polyglav/engine";
import { expect, test } from "vitest";
import { paintLines } from "../colour.ts";
import type { Viewpoint } from "../view/place.ts";
import type { ViewState } from "../view/view-state.ts";
import { startTreeOf, type TreeSession } from "./tree.ts";

const event = (seq: number, body: object): RunEvent =>
  ({ v: 1, seq, t: "2026-01-01T00:00:00.000Z", run: "r", ...body }) as RunEvent;

const EVENTS = [
  event(1, { type: "run-start", role: "planner", model: "m", task: "t", carve: {} }),
  event(2, { type: "text", text: "Thinking aloud." }),
  event(3, {
    type: "permission",
    call: "c",
    tool: "bash",
    summary: "bash",
    decision: "deny",
    granted: false,
    because: [{ decision: "deny", text: "planner.tool_permission.bash", source: { layer: "l", file: "/a/b.json" } }],
  }),
  event(4, { type: "tool-start", call: "d", tool: "read", input: {}, summary: "read" }),
];

async function shown(
  detail: TreeSession["detail"],
  options?: { viewpoint?: Viewpoint; detail?: ViewState["detail"] },
  columns?: number,
): Promise<string> {
  let written = "";
  const say: TreeSession["say"] = async (lines) => {
    written += paintLines(lines, false);
  };
  const viewpoint = { cwd: "/w", home: "/h" };
  const tree = startTreeOf({ say, detail, viewpoint, world: { stderr: { columns } } }, options);
  for (const one of EVENTS) await tree.event(one);
  tree.end();
  const before = written;
  for (const one of EVENTS) await tree.event(one);
  expect(written).toBe(before);
  return written;
}

test("a tree of a session looks as the command line says", async () => {
  expect(await shown("normal")).toContain("/a/b.json");
  expect(await shown("normal")).not.toContain("Thinking aloud.");
  expect(await shown("verbose")).toContain("Thinking aloud.");
});

test("a command may look from elsewhere and in more detail", async () => {
  const text = await shown("normal", { viewpoint: { cwd: "/a", home: "/h" }, detail: "verbose" });
  expect(text).toContain("Thinking aloud.");
  expect(text).toContain("b.json");
  expect(text).not.toContain("/a/b.json");
});

test("with --quiet nothing is shown, however much the command wants", async () => {
  expect(await shown("quiet", { detail: "verbose" })).toBe("");
});

test("lines are as wide as the terminal", async () => {
  const widest = async (columns: number) =>
    Math.max(...(await shown("verbose", {}, columns)).split("\n").map((line) => line.length));
  expect(await widest(200)).toBeGreaterThanOrEqual(await widest(40));
});
