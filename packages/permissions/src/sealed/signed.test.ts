import { describe, expect, it } from "vitest";
import { seal } from "./seal.ts";
import { root } from "../authority.ts";
import { total } from "../carve.ts";
import { carve } from "../parse.ts";
import { createGate, type GateEvent, readRecord } from "../gate/index.ts";
import { addedByHand, mac, SECRET } from "./sealed.fixture.ts";
import { sign, verify } from "./signed.ts";

const FOR = { secret: SECRET, purpose: "ask" };

async function codeOf(text: unknown, options = FOR): Promise<string> {
  const read = await verify(text as string, options);
  return read.ok ? "ok" : read.problem.code;
}

describe("sign() and verify()", () => {
  it("give back the JSON of a value", async () => {
    for (const value of [
      null,
      0,
      "",
      "é\ud800\0",
      [],
      {},
      { a: [1, { b: true }] },
      JSON.parse('{"__proto__":1,"constructor":2}'),
    ]) {
      const text = await sign(value, FOR);
      expect(text).toMatch(/^polyglav-signed-1\.[\w-]+\.[\w-]+\.[0-9a-f]{64}$/);
      expect(await verify(text, FOR)).toEqual({ ok: true, value });
    }
    expect(await verify(await sign({ a: undefined, b: 1 }, FOR), FOR)).toEqual({ ok: true, value: { b: 1 } });
  });

  it("carry an ask of the gate over a border, with everything that it is bound to", async () => {
    const asked: GateEvent[] = [];
    const gate = createGate({
      operator: { answer: async () => ({ say: "deny" }) },
      onEvent: (event) => asked.push(event),
    });
    const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask") });
    const call = {
      tool: "bash",
      actions: [{ category: "bash", resource: ["rm", "-rf", "é"] }],
      advice: [{ atMost: "ask" as const, why: "w" }],
    };
    await gate.authorize(me, call, { signal: new AbortController().signal });
    const ask = asked.map((event) => ("ask" in event ? event.ask : undefined)).find((each) => each !== undefined);
    const there = await verify(await sign(ask, FOR), FOR);
    expect(there.ok && readRecord({ do: "ask", ask: there.value })).toEqual({ do: "ask", ask });
  });

  it("are for one purpose", async () => {
    const text = await sign(1, FOR);
    for (const purpose of ["answer", "", "ask ", "constructor"])
      expect(await codeOf(text, { ...FOR, purpose })).toBe("sealed/not-authentic");
    expect(await codeOf(text, { secret: SECRET, purpose: undefined as unknown as string })).toBe(
      "sealed/not-authentic",
    );
    expect(await verify(text, { ...FOR, purpose: "x" })).toMatchObject({
      problem: { message: "Cannot verify a value: it was signed for another purpose" },
    });
  });

  it("refuse every changed character, every cut and every added part", async () => {
    const text = await sign({ say: "once" }, FOR);
    for (let i = 0; i < text.length; i += 1) {
      for (const other of ["A", "b", "0", ".", "~", "é"]) {
        if (text[i] === other) continue;
        expect(await codeOf(`${text.slice(0, i)}${other}${text.slice(i + 1)}`)).not.toBe("ok");
      }
      expect(await codeOf(text.slice(0, i))).not.toBe("ok");
    }
    expect(await codeOf(addedByHand(text, ["e30"]))).toBe("sealed/too-large");
    expect(await codeOf(text.replace("-1.", "-2."))).toBe("sealed/unknown-version");
    expect(await codeOf(text, { ...FOR, secret: SECRET.toReversed() })).toBe("sealed/not-authentic");
    expect(await codeOf(text, { ...FOR, secret: new Uint8Array(8) })).toBe("sealed/unusable-secret");
  });

  it("cannot be led to take a sealed authority for a value, nor a value with a part too few", async () => {
    const me = root({ id: "root", use: total(carve({}), "ask") });
    expect(await codeOf(await seal(me, SECRET))).toBe("sealed/not-sealed");
    const body = "polyglav-signed-1.ImFzayI";
    expect(await codeOf(`${body}.${mac(SECRET, body).toString("hex")}`)).toBe("sealed/not-authentic");
    const odd = `${body}.A`;
    expect(await codeOf(`${odd}.${mac(SECRET, odd).toString("hex")}`)).toBe("sealed/bad-link");
  });

  it("throw for what JSON cannot hold, and for a short secret", async () => {
    for (const value of [undefined, () => 1, Symbol("x"), 1n])
      await expect(sign(value, FOR)).rejects.toThrow(TypeError);
    await expect(sign(1, { ...FOR, secret: new Uint8Array(31) })).rejects.toThrow(RangeError);
    await expect(sign("x".repeat(13 * 1024 * 1024), FOR)).rejects.toThrow(RangeError);
  });
});
