import { once } from "node:events";
import { createServer } from "node:http";

/** A website that loads the embed script: its pages have one button and write down what they are told. */
export type ShopSite = { host: string; origin: string; close(): Promise<void> };

const page = (baseUrl: string, nonce: string): string => `<!doctype html><html lang="en"><title>Shop</title>
<h1>Shop</h1><button id="check">Check my age</button><pre id="told"></pre>
<script src="${baseUrl}/embed.js"></script>
<script nonce="${nonce}">
  const query = new URLSearchParams(location.search);
  const told = (what) => { document.getElementById("told").textContent += JSON.stringify(what) + "\\n"; };
  document.getElementById("check").onclick = () => Lintel.open({
    url: query.get("url"), mode: query.get("mode"),
    onResult: (result) => told({ result }), onClose: (closed) => told({ closed }),
  });
</script></html>`;

/** @param hostname `localhost` or `127.0.0.1`: two sites for a browser, one machine for us */
export const openShopSite = async (baseUrl: string, hostname: string): Promise<ShopSite> => {
  const server = createServer((request, response) => {
    const isBack = request.url?.startsWith("/back");
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      // As strict as a careful shop's own: the script must do without inline styles.
      "content-security-policy": `default-src 'none'; script-src ${baseUrl} 'nonce-shop'; frame-src ${baseUrl}; style-src 'none'`,
    });
    response.end(isBack ? "<!doctype html><title>Back</title><h1>Welcome back</h1>" : page(baseUrl, "shop"));
  });
  server.listen(0, hostname);
  await once(server, "listening");
  const address = server.address();
  const host = `${hostname}:${typeof address === "object" && address ? address.port : 0}`;
  return {
    host,
    origin: `http://${host}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
