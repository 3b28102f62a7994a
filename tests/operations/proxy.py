"""nginx in front of a served site, by the configuration that is deployed with its ports and paths filled in."""

import contextlib
import ipaddress
import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.services import await_answer, free_port, listens
from tests.serving import ROOT, Serving

START = ROOT / "deploy/nginx/start.sh"
TEMPLATE = ROOT / "deploy/nginx/nginx.conf.template"
CERTIFICATE = "certificate.pem"
"""In the site's folder; who talks to the proxy has SSL_CERT_FILE point to it."""


class Proxy:
    """One nginx, by the template, for the web processes of `site`; use it as a context."""

    def __init__(self, site: Serving, port: int, static: str) -> None:
        self.site, self.port = site, port
        self.http_port = free_port()
        self.run = site.folder / "nginx"
        self.run.mkdir()
        certificate, key = made_certificate(self.run)
        servers = (f"server 127.0.0.1:{port} max_fails=0;" for port in site.ports)
        self.values = {
            "TACKLEBOX_RUN": str(self.run),
            "TACKLEBOX_SERVERS": " ".join(servers),
            "TACKLEBOX_HTTP_PORT": f"127.0.0.1:{self.http_port}",
            "TACKLEBOX_HTTPS_PORT": f"127.0.0.1:{port}",
            "TACKLEBOX_URL": site.front,
            "TACKLEBOX_CERTIFICATE": str(certificate),
            "TACKLEBOX_CERTIFICATE_KEY": str(key),
            "TACKLEBOX_STATIC": static,
        }

    @contextlib.contextmanager
    def started(self) -> Iterator["Proxy"]:
        # Root's workers would be nobody, who may not read the test's folder.
        as_root = "user root; " if os.getuid() == 0 else ""
        with (self.run / "log").open("ab") as log:
            process = subprocess.Popen(
                ["sh", str(START), "-g", f"{as_root}daemon off;"],
                env=os.environ | self.values,
                stdout=log,
                stderr=log,
            )
        try:
            await_answer(lambda: listens(self.port), process, "nginx")
            yield self
        except RuntimeError as problem:
            raise RuntimeError(f"{problem}\n{(self.run / 'log').read_text()}") from problem
        finally:
            process.terminate()
            process.wait()


def made_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that is its own authority, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "tests only")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = folder / CERTIFICATE, folder / "key.pem"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files
