/** The pictures of docs/a-day.md: a shop's day as its owner sees it, in a new shop with its examples. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const MARTA = "573005559004";
/** A page of a document loads them all. */
const MOST_BYTES = 120_000;

/** `look` opens a page of a signed-in person; `ask` calls the shop's API. */
export async function takeDay({ url, dataDir, images, look, ask }) {
  const asOwner = async (how) => {
    const opened = await look(how);
    await opened.addInitScript(
      'localStorage.setItem("recado.face", "shop"); localStorage.setItem("recado.technical", "hidden")',
    );
    return opened;
  };
  const page = await asOwner({ width: 1080, height: 640 });
  const keep = async (name, of = page) => {
    // The clock of each row, and parts that fade in, have come to rest.
    await pause(1_200);
    const path = join(images, `day-${name}.png`);
    await of.screenshot({ path });
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes; at most ${MOST_BYTES}`);
    console.log(`docs/images/day-${name}.png`);
  };
  const rail = (name) => page.getByRole("navigation").getByRole("link", { name });
  const box = () => page.getByLabel("Responder al cliente").last();

  await page.goto("/studio/inbox");
  await page.getByRole("tab", { name: /Me necesitan/ }).click();
  await page.getByRole("link", { name: /Óscar/ }).waitFor();
  await keep("1-morning");

  await page.getByRole("link", { name: /Óscar/ }).click();
  await box().fill("Buenos días, Óscar, le habla Camila. Con gusto le ayudo, ¿qué necesita?");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("list", { name: "Historia" }).getByText("le habla Camila").last().waitFor();
  await keep("2-answer");

  const { items: numbers } = await ask("/numbers");
  await sendSlip({ url, dataDir, look, number: numbers[0].id });
  const marta = (await ask("/inbox?q=Marta")).items[0];
  await page.goto(`/studio/conversations/${marta.id}`);
  await page.getByRole("list", { name: "Historia" }).getByRole("img").last().waitFor();
  await keep("3-slip");

  await rail(/Pedidos/).click();
  await page.getByRole("button", { name: "Empacar" }).first().waitFor();
  await keep("4-orders");

  await page.getByRole("button", { name: "Empacar" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Empacar" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Enviar" }).first().click();
  await page.getByLabel("Transportadora").fill("Interrapidísimo");
  await page.getByLabel("Número de guía").fill("240012345678");
  await keep("5-send");
  await page.getByRole("dialog").getByRole("button", { name: "Enviar" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await rail(/Por aprobar/).click();
  await page.getByRole("button", { name: "Rechazar" }).first().waitFor();
  await keep("6-approve");

  await rail(/Métricas/).click();
  await page.getByText("Promedio por pedido").waitFor();
  await keep("7-sales");

  const phone = await asOwner({ width: 390 });
  await phone.goto(`/studio/conversations/${marta.id}`);
  await phone.getByText("va en camino").last().waitFor();
  await keep("8-phone", phone);
}

/** Marta sends the slip of her payment, which the simulator keeps as WhatsApp would. */
async function sendSlip({ url, dataDir, look, number }) {
  const { simulatorToken } = JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8"));
  const authorization = `Bearer ${simulatorToken}`;
  const paper = await look({ width: 360, height: 330 });
  await paper.setContent(`<body style="margin:0;font:18px sans-serif;padding:6px 28px;color:#123">
    <h2>✓ Transferencia exitosa</h2><p>Para<br><b>Somnio SAS</b></p><p>Valor<br><b>$ 129.900</b></p>
    <p>Comprobante<br><b>0048213377</b></p></body>`);
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", "image/png");
  form.set(
    "file",
    // The noise of a JPEG would make the picture of the page 30 % larger.
    new Blob([await paper.screenshot()], { type: "image/png" }),
    "slip.png",
  );
  await paper.close();
  const kept = await fetch(`${url}/simulator/v26.0/${number}/media`, {
    method: "POST",
    headers: { authorization },
    body: form,
  });
  const { id } = await kept.json();
  const said = await fetch(`${url}/simulator/customers/${MARTA}/messages`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({
      kind: "image",
      phoneNumberId: number,
      mediaId: id,
      caption: "Ya pagué, aquí está el comprobante",
    }),
  });
  if (said.status !== 202) throw new Error(`the slip was not taken: ${said.status} ${await said.text()}`);
}
