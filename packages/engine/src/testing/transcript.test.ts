import { NO_USAGE } from "../model/usage.ts";
import { describe, expect, it } from "vitest";
import type { RunEvent, RunEventBody, RunEventHead } from "../log/run-event.ts";
import { transcript } from "./transcript.ts";

const limits = { steps: 50, depth: 3, agents: 50 };
const usage = { ...NO_USAGE, inputTokens: 1, outputTokens: 2, calls: 1 };

let seq = 0;
const event = (run: string, body: RunEventBody, parent?: string): RunEvent => {
  seq += 1;
  const head: RunEventHead = {
    v: 1,
    seq,
    t: new Date(seq).toISOString(),
    run,
    ...(parent === undefined ? {} : { parent }),
  };
  return { ...head, ...body };
};

async function* story(leader: string, child: string, ask: string): AsyncGenerator<RunEvent> {
  const because = [{ kind: "wants", who: child, decision: "ask", text: "programmer.tool_permission.bash" }] as const;
  yield event(leader, {
    type: "run-start",
    role: "leader",
    model: "fake/script",
    task: child,
    carve: { bash: "deny" },
    limits,
  });
  yield event(leader, {
    type: "delegate-start",
    call: "call-1-1",
    child,
    role: "programmer",
    model: "fake/script",
    task: "Fix",
    carve: {},
  });
  yield event(
    child,
    { type: "tool-start", call: "call-1-1", tool: "bash", input: { command: child }, summary: "bash" },
    leader,
  );
  yield event(
    child,
    { type: "ask-open", ask, kind: "permission", role: "programmer", summary: "bash", because },
    leader,
  );
  yield event(child, { type: "ask-close", ask, answer: "once" }, leader);
  yield event(
    child,
    { type: "tool-end", call: "call-1-1", tool: "bash", status: "ok", output: leader, ms: Math.random() },
    leader,
  );
  yield event(leader, {
    type: "run-end",
    status: "denied",
    exitCode: 5,
    outcome: "done",
    content: leader,
    denials: [{ run: child, role: "programmer", tool: "edit", summary: "edit a.ts", reason: "no" }],
    usage,
  });
}

describe("transcript()", () => {
  it("is one line per event, with short names for runs and asks wherever they are named, but not in what was said", async () => {
    expect(await transcript(story("6f1c", "09ab", "e2e2"))).toMatchInlineSnapshot(`
      "run-start {"run":"r1","role":"leader","model":"fake/script","task":"09ab","carve":{"bash":"deny"},"limits":{"steps":50,"depth":3,"agents":50}}
      delegate-start {"run":"r1","call":"call-1-1","child":"r2","role":"programmer","model":"fake/script","task":"Fix","carve":{}}
      tool-start {"run":"r2","parent":"r1","call":"call-1-1","tool":"bash","input":{"command":"09ab"},"summary":"bash"}
      ask-open {"run":"r2","parent":"r1","ask":"a1","kind":"permission","role":"programmer","summary":"bash","because":[{"kind":"wants","who":"r2","decision":"ask","text":"programmer.tool_permission.bash"}]}
      ask-close {"run":"r2","parent":"r1","ask":"a1","answer":"once"}
      tool-end {"run":"r2","parent":"r1","call":"call-1-1","tool":"bash","status":"ok","output":"6f1c"}
      run-end {"run":"r1","status":"denied","exitCode":5,"outcome":"done","content":"6f1c","denials":[{"run":"r2","role":"programmer","tool":"edit","summary":"edit a.ts","reason":"no"}],"usage":{"inputTokens":1,"outputTokens":2,"cachedTokens":0,"cost":0,"calls":1,"unknown":0,"unpriced":0}}"
    `);
  });

  it("is the same for two runs that differ only in ids and times", async () => {
    expect(await transcript(story("a", "b", "c"))).toBe(
      (await transcript(story("x", "y", "z"))).replaceAll('"x"', '"a"').replaceAll('"y"', '"b"'),
    );
  });

  it("is empty for no events, and throws what the events throw", async () => {
    const none: readonly RunEvent[] = [];
    expect(
      await transcript(
        (async function* () {
          yield* none;
        })(),
      ),
    ).toBe("");
    await expect(
      transcript(
        (async function* () {
          yield* none;
          throw new Error("kaput");
        })(),
      ),
    ).rejects.toThrow("kaput");
  });
});
