"""A site as it is deployed: two web processes, a worker and beat on PostgreSQL and Redis, behind nginx with TLS."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.operations.deployed import Deployed
from tests.operations.proxy import CERTIFICATE, Proxy
from tests.services import free_port, redis_server
from tests.serving import started
from tests.staging import Evening, stage


@pytest.fixture(scope="session")
def deployed(
    tmp_path_factory: pytest.TempPathFactory, static_root: str, pg_url: str
) -> Iterator[Proxy]:
    """The proxy of a started site that the tests of a worker share: each keeps to evenings of its own."""
    folder = tmp_path_factory.mktemp("deployed")
    port = free_port()
    front = f"https://127.0.0.1:{port}"
    with redis_server(folder) as redis_url:
        site = Deployed.scaled(
            folder,
            pg_url,
            redis_url,
            STATIC_ROOT=static_root,
            PUBLIC_URL=front,
            TRUSTED_PROXY_COUNT="1",
        )
        site.front = front
        with started(site), Proxy(site, port, static_root).started() as proxy:
            yield proxy


@pytest.fixture
def behind(deployed: Proxy, monkeypatch: pytest.MonkeyPatch) -> Proxy:
    """The same, and this process trusts its certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(deployed.run / CERTIFICATE))
    return deployed


@pytest.fixture(scope="session")
def evening(deployed: Proxy) -> Evening:
    """An evening that is open, for tests that do not mind each other's people."""
    return stage(deployed.site)


@pytest.fixture
def at_the_end() -> Iterator[ExitStack]:
    """What is to be closed whatever becomes of the test: a socket left open would be the next one's fault."""
    with ExitStack() as stack:
        yield stack
