"""`python -m tests.standin PORT`: the stand-in, until it is ended; it prints its address once it answers."""

from __future__ import annotations

import asyncio
import signal
import sys

from tests.standin.server import StandIn


async def main(port: int) -> None:
    """Answers until SIGTERM."""
    standin, stop = StandIn(), asyncio.Event()
    for wanted in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(wanted, stop.set)
    await standin.start(port)
    print(standin.url, flush=True)
    await stop.wait()
    await standin.stop()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
