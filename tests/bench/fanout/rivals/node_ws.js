// The least that sends one message to everybody: Node's `ws`. node node_ws.js PORT SIZE
const http = require("http");
const { WebSocketServer } = require("ws");

const [port, size] = process.argv.slice(2).map(Number);
let seq = 0;
const server = http.createServer((request, response) => {
  seq += 1;
  const head = `{"seq":${seq},"html":"`;
  const text = `${head}${"x".repeat(size - head.length - 2)}"}`;
  for (const client of wss.clients) client.send(text);
  response.end(String(seq));
});
const wss = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(port, "127.0.0.1", 4096);
