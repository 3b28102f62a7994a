// The least that sends one message to everybody: Socket.IO on Node. node socket_io.js PORT SIZE
const http = require("http");
const { Server } = require("socket.io");

const [port, size] = process.argv.slice(2).map(Number);
let seq = 0;
const server = http.createServer((request, response) => {
  if (request.url !== "/push") return;
  seq += 1;
  const head = `seq ${seq} `;
  // `42["push","…"]` is the whole message on the wire.
  io.emit("push", head + "x".repeat(size - head.length - 13));
  response.end(String(seq));
});
const io = new Server(server, { transports: ["websocket"], perMessageDeflate: false });
server.listen(port, "127.0.0.1", 4096);
