import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import protobuf from "protobufjs";
import * as z from "zod";

/** The published definitions of OTLP (opentelemetry-proto, commit ac2c4b5; Apache-2.0, see opentelemetry/LICENSE). */
const HERE = new URL(".", import.meta.url).pathname;
const root = new protobuf.Root();
root.resolvePath = (_, target) => `${HERE}${target}`;
await root.load("opentelemetry/proto/collector/trace/v1/trace_service.proto");
const Request = root.lookupType("opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest");

const IDS = new Set(["traceId", "spanId", "parentSpanId"]);
const TIMES = new Set(["startTimeUnixNano", "endTimeUnixNano", "timeUnixNano", "intValue"]);

/** OTLP's JSON differs from that of Protocol Buffers in one point: ids are hexadecimal. Long numbers may be numbers or texts. */
function asProtocolBuffers(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => asProtocolBuffers(one));
  if (IDS.has(name)) return Buffer.from(String(value), "hex").toString("base64");
  if (TIMES.has(name)) return String(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asProtocolBuffers(inner, key)]));
}

const anyValue = z.object({ stringValue: z.string().optional(), intValue: z.string().optional() });
const attributes = z
  .array(z.object({ key: z.string(), value: anyValue }))
  .default([])
  .transform((all) =>
    Object.fromEntries(all.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)])),
  );
const span = z.object({
  ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() },
  ...{ startTimeUnixNano: z.string(), endTimeUnixNano: z.string(), kind: z.number(), attributes },
  status: z.object({ code: z.number().default(0), message: z.string().optional() }).default({ code: 0 }),
});
export type ReadSpan = z.infer<typeof span>;
const body = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
});

/**
 * The spans of one posted body as the published definitions read them. Throws when the body has a field that they do not know, or
 * when something of it is lost on the way through their binary form.
 */
export function readSpans(text: string): { readonly service: unknown; readonly spans: readonly ReadSpan[] } {
  const posted = asProtocolBuffers(JSON.parse(text)) as Record<string, unknown>;
  const fault = Request.verify(Request.toObject(Request.fromObject(posted)));
  if (fault !== null) throw new Error(`OTLP does not know this: ${fault}`);
  const bytes = Request.encode(Request.fromObject(posted)).finish();
  const read = Request.toObject(Request.decode(bytes), {
    longs: String,
    enums: Number,
    bytes: String,
    defaults: false,
  });
  const lost = differences(withoutDefaults(posted), withoutDefaults(read), "");
  if (lost.length > 0) throw new Error(`OTLP does not know this: ${lost.join(", ")}`);
  const { resourceSpans } = body.parse(read);
  const [first] = resourceSpans;
  return {
    service: first?.resource.attributes["service.name"],
    spans: resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  };
}

/** A field with the value of its type's zero is not written at all. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, inner]) => [key, withoutDefaults(inner)] as const)
    .filter(([, inner]) => inner !== 0 && inner !== "" && inner !== "0" && inner !== false && !isEmpty(inner));
  return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function differences(mine: unknown, theirs: unknown, at: string): string[] {
  if (typeof mine !== "object" || mine === null) return mine === theirs ? [] : [`${at}: ${mine} became ${theirs}`];
  return Object.entries(mine).flatMap(([key, inner]) =>
    differences(
      inner,
      typeof theirs === "object" && theirs !== null ? Reflect.get(theirs, key) : undefined,
      `${at}/${key}`,
    ),
  );
}

/** An address to which spans are posted, with all that came there. */
export async function openReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += String(part);
    });
    request.on("end", () => {
      bodies.push(text);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans: () => bodies.flatMap((text) => readSpans(text).spans),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
