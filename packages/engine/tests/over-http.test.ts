import { createCatalog } from "@polyglav/catalog";
import { type EngineDeps, run } from "@polyglav/engine";
import { createModels } from "@polyglav/engine/models";
import { type Script, scriptedModels, transcript } from "@polyglav/engine/testing";
import { expect, it } from "vitest";
import { startMockServer } from "./mock-server.ts";

const usage = { input: 10, output: 5 };
const script: Script = {
  roles: {
    leader: [
      {
        text: "A plan and the work.",
        call: [
          { tool: "delegate", input: { role: "planner", task: "Plan it" } },
          { tool: "delegate", input: { role: "programmer", task: "Do it" } },
        ],
        usage,
      },
      { text: "All done.", usage },
    ],
    planner: [{ text: "1. Look. 2. Do.", usage }],
    programmer: [{ throw: { status: 429, retryAfterMs: 20, message: "slow down" } }, { text: "Done.", usage }],
  },
};

it("a delegation is the same over HTTP as with the scripted model in the process", async () => {
  const catalog = createCatalog();
  // Each role is known by the first line of its prompt.
  const prompts = catalog.roles
    .names()
    .map((name): [string, string] => [name, catalog.role(name)?.role.system_prompt.split("\n")[0] ?? ""]);
  const server = await startMockServer(script, { markers: Object.fromEntries(prompts) });
  // Parallel runs interleave as they like: only the order within each run is compared.
  const story = async (models: EngineDeps["models"], model: string): Promise<string[]> => {
    const events = run({ role: "leader", task: "Fix it", model }, { catalog, models, tools: {}, operator: undefined });
    return (await transcript(events)).replaceAll(model, "MODEL").split("\n").toSorted();
  };

  const inProcess = await story(scriptedModels(script), "fake/script");
  const overHttp = await story(
    createModels({ providers: { local: { base_url: server.url } }, env: {} }),
    "local/mock-1",
  );
  await server.close();

  expect(overHttp).toEqual(inProcess);
  expect(inProcess.some((line) => line.startsWith("run-end ") && line.includes('"exitCode":0'))).toBe(true);
  expect(server.requests.map(({ role, step }) => `${role} ${step}`).toSorted()).toEqual([
    "leader 1",
    "leader 2",
    "planner 1",
    "programmer 1",
    "programmer 2",
  ]);
});

it("an answer that ends with a word of the server's own is whole, and one that ends without any was cut", async () => {
  const chunk = (finish: string | null): string =>
    `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content: "Hello." }, finish_reason: finish }] })}\n\n`;
  const answer = (finish: string | null) => ({
    http: { status: 200, headers: { "content-type": "text/event-stream" }, body: `${chunk(finish)}data: [DONE]\n\n` },
  });
  const outcomeOf = async (finish: string | null): Promise<string> => {
    const server = await startMockServer({ default: [answer(finish)] });
    const models = createModels({ providers: { local: { base_url: server.url } }, env: {} });
    const deps = { catalog: createCatalog(), models, tools: {}, operator: undefined, retries: 0 };
    let end = "";
    for await (const event of run({ role: "planner", task: "x", model: "local/m" }, deps)) {
      if (event.type === "run-end") end = `${event.outcome} ${event.content}`;
    }
    await server.close();
    return end;
  };
  expect(await outcomeOf("eos_token")).toBe("done Hello.");
  expect(await outcomeOf(null)).toBe("error Hello.");
});
