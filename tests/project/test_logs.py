"""What a log line may say."""

import json
import logging

import structlog

from config.logs import logging_config


def lines(capsys, write) -> list[dict]:
    handler = logging_config(level="INFO", for_people=False)
    formatter = dict(handler["formatters"]["structured"])
    stream = logging.StreamHandler()
    stream.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=formatter["foreign_pre_chain"], processors=formatter["processors"]
        )
    )
    logger = logging.getLogger("tacklebox.test")
    logger.addHandler(stream)
    logger.propagate = False
    logger.setLevel("INFO")
    write()
    logger.removeHandler(stream)
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_logs_carry_what_is_bound(capsys):
    def write():
        with structlog.contextvars.bound_contextvars(request_id="abc"):
            structlog.get_logger("tacklebox.test").info("rolled", match=7)

    (line,) = lines(capsys, write)
    assert (line["event"], line["match"], line["request_id"]) == ("rolled", 7, "abc")


def test_logs_blank_secrets_and_keep_the_rest(capsys):
    def write():
        logger = structlog.get_logger("tacklebox.test")
        logger.info("sealed", seed="5eed", number=3, session_cookie="c00k1e")

    (line,) = lines(capsys, write)
    assert (line["seed"], line["session_cookie"], line["number"]) == ("[hidden]", "[hidden]", 3)


def test_logs_take_plain_loggers_too(capsys):
    def write():
        logging.getLogger("tacklebox.test").warning("worker %s stopped", "one")

    (line,) = lines(capsys, write)
    assert (line["event"], line["level"]) == ("worker one stopped", "warning")
