"""Logs: one JSON object a line on standard error. No secrets, no addresses of visitors, no names."""

import json
import logging
import sys
from datetime import UTC, datetime

_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}


class JsonFormatter(logging.Formatter):
    """Time, level, what happened, and whatever `extra` brings."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        parts = {"time": time, "level": record.levelname.lower(), "event": record.getMessage()}
        parts |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            parts["trace"] = self.formatException(record.exc_info)
        return json.dumps(parts, ensure_ascii=False, default=str)


def set_up_logs() -> None:
    """Send our own log, and what uvicorn has to say, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    at_home = sys.stderr.isatty()  # somebody who plays, and wants to see no more than what goes wrong
    ours = logging.WARNING if at_home else logging.INFO
    for name, level in (("ludejo.table", ours), ("uvicorn.error", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)
