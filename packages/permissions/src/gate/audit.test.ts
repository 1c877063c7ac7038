import { expect, it } from "vitest";
import { type AuditEntry, auditEntry } from "./audit.ts";
import type { GateEvent } from "./event.ts";
import { call, fakeClock, holderOf, open } from "./gate.fixture.ts";
import { createGate } from "./gate.ts";
import { park, within } from "./route.ts";
import { askOf, grantOf } from "./store.suite.ts";

it("an audit writes every event, also one with a time that is no date", () => {
  const far = "+275760-09-13T00:00:00.000Z";
  const grant = grantOf("g1", { uses: "run", until: 1e300 });
  expect(auditEntry({ type: "revoked", grant }, Number.NaN)).toMatchObject({
    t: "1970-01-01T00:00:00.000Z",
    until: far,
  });
  const ask = askOf("a1", { deadline: 8.64e15 + 1 });
  expect(auditEntry({ type: "asked", ask }, -1e17)).toMatchObject({ t: "-271821-04-20T00:00:00.000Z", until: far });
});

it("an audit tells who wanted what, who answered, and what became of it, line by line", async () => {
  const clock = fakeClock(Date.UTC(2030, 0, 1));
  const audit: AuditEntry[] = [];
  const onEvent = (event: GateEvent): void => {
    audit.push(auditEntry(event, clock.now()));
  };
  const gate = createGate({ operator: within(60_000, park), clock, onEvent });
  const me = holderOf({ bash: "ask", edit: "deny" });
  const ls = { ...call("bash", "ls"), summary: "ls" };
  const wanted = () => gate.authorize(me, ls, { ...open(), call: "c1" });
  await wanted();
  await gate.answer("p1", { say: "once" }, "operator");
  const permit = await wanted();
  if (permit.ok) await permit.start();
  await gate.authorize(me, call("edit", "a"), open());
  await gate.authorize(me, ls, open());
  await gate.answer("p3", { say: "run", pattern: "ls **", until: clock.now() + 1_000 }, "operator");
  await gate.authorize(me, ls, { ...open(), call: "c2" }).then((each) => {
    if (each.ok) each.release();
  });
  await gate.revoke("p4");
  await gate.elevate(me, call("edit", "a"), open());
  await gate.answer("p5", { say: "deny", because: "not that file" }, "operator");
  await gate.elevate(me, call("edit", "b"), open());
  gate.forget("me");

  const lines = audit.map(({ t, chain, actions, ...rest }) => JSON.stringify(rest));
  expect(lines).toMatchInlineSnapshot(`
    [
      "{"type":"asked","ask":"p1","holder":"me","call":"c1","tool":"t","summary":"ls","decision":"ask","because":["config.tool_permission.bash"],"lift":"confirm","to":"operator","until":"2030-01-01T00:01:00.000Z"}",
      "{"type":"answered","ask":"p1","holder":"me","call":"c1","tool":"t","summary":"ls","answer":"once","by":"operator"}",
      "{"type":"granted","holder":"me","grant":"p2","lift":"confirm","uses":"once","by":"operator"}",
      "{"type":"claimed","holder":"me","grant":"p2","lift":"confirm","uses":"once","by":"operator"}",
      "{"type":"started","holder":"me","call":"c1","tool":"t","summary":"ls","decision":"allow","because":["confirmed by operator, once (p2)"]}",
      "{"type":"refused","reason":"denied","holder":"me","tool":"t","decision":"deny","because":["config.tool_permission.edit"]}",
      "{"type":"asked","ask":"p3","holder":"me","tool":"t","summary":"ls","decision":"ask","because":["config.tool_permission.bash"],"lift":"confirm","to":"operator","until":"2030-01-01T00:01:00.000Z"}",
      "{"type":"answered","ask":"p3","holder":"me","tool":"t","summary":"ls","answer":"run","by":"operator"}",
      "{"type":"granted","holder":"me","grant":"p4","lift":"confirm","uses":"run","by":"operator","covers":"bash ls **","until":"2030-01-01T00:00:01.000Z"}",
      "{"type":"revoked","grant":"p4","holder":"me","lift":"confirm","uses":"run","by":"operator","covers":"bash ls **","until":"2030-01-01T00:00:01.000Z"}",
      "{"type":"asked","ask":"p5","holder":"me","tool":"t","decision":"deny","because":["config.tool_permission.edit"],"lift":"elevate","to":"operator","until":"2030-01-01T00:01:00.000Z"}",
      "{"type":"answered","ask":"p5","holder":"me","tool":"t","answer":"deny","by":"operator","message":"not that file"}",
      "{"type":"asked","ask":"p6","holder":"me","tool":"t","decision":"deny","because":["config.tool_permission.edit"],"lift":"elevate","to":"operator","until":"2030-01-01T00:01:00.000Z"}",
      "{"type":"answered","ask":"p6","holder":"me","tool":"t","reason":"cancelled"}",
    ]
  `);
  expect(audit[0]).toMatchObject({ t: "2030-01-01T00:00:00.000Z", chain: ["me"], actions: ls.actions });
});
