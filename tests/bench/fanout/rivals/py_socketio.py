"""The least that sends one message to everybody: python-socketio on uvicorn.

python py_socketio.py PORT SIZE
"""

import sys

import socketio
import uvicorn

port, size = map(int, sys.argv[1:])
server = socketio.AsyncServer(async_mode="asgi", transports=["websocket"])
seq = 0


async def push(scope, receive, send) -> None:
    global seq
    if scope["type"] != "http":
        return
    seq += 1
    head = f"seq {seq} "
    await server.emit("push", head + "x" * (size - len(head) - 13))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(seq).encode()})


application = socketio.ASGIApp(server, other_asgi_app=push)
uvicorn.run(
    application,
    host="127.0.0.1",
    port=port,
    log_level="error",
    backlog=4096,
    lifespan="off",
    ws_per_message_deflate=False,
)
