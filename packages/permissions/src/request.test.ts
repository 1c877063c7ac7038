import { expect, it } from "vitest";
import { actionKey, type Advice, adviceKey, readRequest, type Request } from "./request.ts";

const read = (given: unknown): Request => readRequest(given as Request);

it("a request is copied as it is, frozen all the way", () => {
  const request = {
    tool: "bash",
    actions: [{ category: "bash", resource: ["ls"] }],
    advice: [{ atMost: "ask", why: "w" }],
    summary: "ls",
  };
  const copy = read(request);
  expect(copy).toMatchObject(request);
  for (const part of [copy, copy.actions, copy.actions[0], copy.actions[0]?.resource, copy.advice, copy.advice?.[0]]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

it("what is no request asks for nothing", () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
    },
  );
  for (const given of [undefined, null, 1, "bash", [], {}, { actions: "bash" }, { actions: { 0: "bash" } }, trap]) {
    expect(read(given).actions).toEqual([]);
  }
});

it("an action that cannot be read has no category that anybody knows", () => {
  const unreadable = [
    null,
    "bash",
    {},
    { category: 1, resource: [] },
    { category: "bash" },
    { category: "bash", resource: "ls" },
    { category: "bash", resource: [1] },
  ];
  expect(read({ actions: unreadable }).actions).toEqual(unreadable.map(() => ({ category: "", resource: [] })));
});

it("advice that cannot be read is a deny", () => {
  for (const advice of [
    null,
    "ask",
    {},
    [null],
    [{}],
    [{ atMost: "Ask", why: "" }],
    [{ atMost: "ask" }],
    [{ atMost: "ask", why: "", who: 1n }],
    [{ atMost: "ask", why: "", kind: "constructor" }],
  ] as unknown[]) {
    expect(read({ actions: [], advice }).advice).toEqual([{ atMost: "deny", why: "advice that cannot be read" }]);
  }
  expect(read({ actions: [] }).advice).toEqual([]);
});

it("advice is read once, so that what is compared is what was checked", () => {
  let reads = 0;
  const advice = {
    atMost: "ask",
    why: "w",
    get who() {
      reads += 1;
      return reads === 1 ? "x" : 1n;
    },
  };
  expect(read({ actions: [], advice: [advice] }).advice).toEqual([{ atMost: "ask", why: "w", who: "x" }]);
});

it("adviceKey() tells apart what is said and who says it, not where it was written", () => {
  const advice: Advice = { atMost: "ask", why: "w" };
  const others: readonly Advice[] = [
    { ...advice, atMost: "deny" },
    { ...advice, why: "" },
    { ...advice, kind: "target" },
    { ...advice, who: "" },
    { ...advice, who: "null" },
    { ...advice, why: "advice", kind: "bound", who: "w" },
  ];
  expect(new Set([advice, ...others].map(adviceKey)).size).toBe(others.length + 1);
  expect(adviceKey({ ...advice, kind: "advice", who: undefined, source: { line: 1 } })).toBe(adviceKey(advice));
});

it("actionKey() tells all segments apart", () => {
  const resources = [
    [],
    [""],
    ["", ""],
    ["a"],
    ["a", ""],
    ["a", "b"],
    ["a,b"],
    ['a","b'],
    ["a b"],
    ["\ud800"],
    ["\\ud800"],
  ];
  expect(new Set(resources.map((resource) => actionKey({ category: "mcp", resource }))).size).toBe(resources.length);
  expect(actionKey({ category: "a", resource: ["b"] })).not.toBe(actionKey({ category: "b", resource: ["a"] }));
});
