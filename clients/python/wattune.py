"""Joules of pieces of a Python program, from a Wattune agent on the same machine.

    import wattune

    with wattune.measure("step") as m:
        train_one_step()
    print(m.joules)

One file, Python 3.8 or newer, standard library only: copy it to where it is imported from. What
stands between the lines of ``with`` becomes an activity of the agent; its energy is that of the
machine's devices (or of those that are named) in that time, shared with other activities of the
same level that overlapped. ``m.joules`` waits until the energy has settled, one to two seconds after
the end; nothing else waits. Without an agent ``m.joules`` is None, with one warning; with
``strict=True`` the ``with`` line raises instead. docs/measuring.md has more.
"""

import contextvars
import json
import math
import os
import re
import socket
import struct
import threading
import time
import uuid
import warnings

__all__ = ["measure", "Measurement", "WattuneError", "WattuneWarning"]

#: Where an agent listens that serves a whole machine.
USUAL_SOCKET = "/run/wattune/activities.sock"

#: Levels from the outermost that a program has to the innermost; further in it is spans.
LEVELS = ("process", "kernel", "request")

_SETTLING_SECONDS = 15.0
_ANSWER_SECONDS = 10.0
_SEND_SECONDS = 2
_RETRY_SECONDS = 10.0
_SLURM = {
    "SLURM_JOB_ID": "job",
    "SLURM_JOB_NAME": "jobName",
    "SLURM_JOB_USER": "user",
    "SLURM_JOB_ACCOUNT": "account",
    "SLURM_STEP_ID": "step",
    "SLURM_PROCID": "rank",
    "SLURM_ARRAY_JOB_ID": "arrayJob",
    "SLURM_ARRAY_TASK_ID": "arrayTask",
}
#: What lets a program see some GPUs only, by numbers of an order that each library makes for itself.
_CHOSEN = (
    "CUDA_VISIBLE_DEVICES",
    "ROCR_VISIBLE_DEVICES",
    "HIP_VISIBLE_DEVICES",
    "SLURM_STEP_GPUS",
    "SLURM_JOB_GPUS",
)
#: The group that slurmstepd puts a job's processes into, and those that users may name.
_JOB_GROUP = re.compile(
    r"/(?:slurm(?:_[^/]+)?|(?:[^/]+_)?slurmstepd\.scope)/(?:uid_\d+/)?job_(\d+)(?:/|$)"
)
#: A label that was not asked for must not be why a program is not measured.
_TOLD = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LONGEST_TEXT = 256
_USERS_GROUP = re.compile(r"/user\.slice(?:/|$)|/user@")

_current = contextvars.ContextVar("wattune_current", default=None)


class WattuneError(Exception):
    """The agent is not there, or it refused what it was told."""


class WattuneWarning(UserWarning):
    """Nothing is measured, or not what was meant; the program goes on."""


class _Waiting:
    """A line that was sent and not answered yet."""

    def __init__(self):
        self.done = threading.Event()
        self.answer = None


class _Agent:
    """The connection of this process to its agent, for all its threads."""

    def __init__(self, path):
        self._path = path
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._waiting = {}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(_ANSWER_SECONDS)
            self._socket.connect(path)
            self._socket.settimeout(None)
            # An agent that hangs must not hold up the program.
            self._socket.setsockopt(
                socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("@ll", _SEND_SECONDS, 0)
            )
        except OSError:
            self._socket.close()
            raise
        self.is_gone = False
        threading.Thread(target=self._read, name="wattune", daemon=True).start()

    def is_usable(self):
        """Whether it is there; a process that was forked needs a connection of its own."""
        return not self.is_gone and self._process == os.getpid()

    def send(self, line):
        """Sends a line; its answer comes later."""
        if self._process != os.getpid():
            raise OSError("the block was begun in another process, before a fork")
        waiting = _Waiting()
        data = (json.dumps(line) + "\n").encode("utf-8")
        with self._lock:
            if self.is_gone:
                raise OSError("the agent has gone")
            self._waiting[(line["do"], line["id"])] = waiting
            try:
                self._socket.sendall(data)
            except OSError as e:
                # Part of the line may be sent: no other line must follow it.
                self.is_gone = True
                if isinstance(e, BlockingIOError):
                    _failed[self._path] = (time.monotonic(), "the agent does not read")
                self._socket.shutdown(socket.SHUT_RDWR)
                raise
        return waiting

    def drop_after_fork(self):
        """The connection is the parent's; while it is open here it would outlive the parent."""
        try:
            os.close(self._socket.detach())
        except OSError:
            pass

    def _read(self):
        try:
            with self._socket.makefile("r", encoding="utf-8", newline="\n") as answers:
                for text in answers:
                    self._take(json.loads(text))
        except (OSError, ValueError, TypeError, AttributeError):
            pass  # It has gone, or is no agent; what waits is told below.
        finally:
            with self._lock:
                self.is_gone = True
                left = list(self._waiting.values())
                self._waiting.clear()
            for waiting in left:
                waiting.done.set()
            self._socket.close()

    def _take(self, answer):
        with self._lock:
            waiting = self._waiting.pop((answer.get("do"), answer.get("id")), None)
        if waiting is not None:
            waiting.answer = answer
            waiting.done.set()


_agents = {}
_agents_lock = threading.Lock()
_failed = {}
_has_warned = False
_has_noted = False


def _forget_after_fork():
    """A forked child inherits locks that may be held, and a connection that is its parent's."""
    global _agents, _agents_lock, _failed
    for agent in list(_agents.values()):
        agent.drop_after_fork()
    _agents = {}
    _agents_lock = threading.Lock()
    _failed = {}


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)


def _agent(path):
    """The agent at a path; one that did not answer is tried again some seconds later."""
    with _agents_lock:
        agent = _agents.get(path)
        if agent is not None and agent.is_usable():
            return agent
        failure = _failed.get(path)
        if failure is not None and time.monotonic() - failure[0] < _RETRY_SECONDS:
            raise WattuneError(failure[1])
        try:
            agent = _agents[path] = _Agent(path)
        except (OSError, AttributeError) as e:  # AttributeError: no Unix sockets here
            text = (
                "no Wattune agent answers at %s (%s): start one with wattune agent NODE.json, or"
                " name its socket in WATTUNE_ACTIVITIES_SOCKET" % (path, e)
            )
            _failed[path] = (time.monotonic(), text)
            raise WattuneError(text) from e
        _failed.pop(path, None)
        return agent


def _warn_once(text):
    global _has_warned
    if not _has_warned:
        _has_warned = True
        warnings.warn(
            text + "; nothing is measured, joules are None", WattuneWarning, stacklevel=4
        )


def _note_chosen_once(count):
    """Says that this program sees some of the devices only that were measured."""
    global _has_noted
    name = next((each for each in _CHOSEN if os.environ.get(each, "").strip()), None)
    if _has_noted or name is None or len(os.environ[name].split(",")) >= count:
        return
    _has_noted = True
    warnings.warn(
        "%s is '%s', and the energy is that of all %d devices; name the program's by devices="
        % (name, os.environ[name], count),
        WattuneWarning,
        stacklevel=5,
    )


def _job_of(groups):
    """The job of a process with these lines of /proc/PID/cgroup; None outside of Slurm."""
    for line in groups.splitlines():
        found = None if _USERS_GROUP.search(line) else _JOB_GROUP.search(line)
        if found:
            return found.group(1)
    return None


def _job_labels():
    """Whose work this is, as Slurm says in the environment, else in the control group."""
    labels = {
        label: _TOLD.sub(" ", os.environ[name])[:_LONGEST_TEXT]
        for name, label in _SLURM.items()
        if os.environ.get(name, "").strip()
    }
    if "job" not in labels:
        try:
            with open("/proc/self/cgroup", encoding="utf-8") as groups:
                job = _job_of(groups.read())
        except (OSError, ValueError):
            job = None
        if job:
            labels["job"] = job
    return labels


def _number(work):
    """Work as a number that JSON has; None where it is none."""
    try:
        number = work if type(work) is int else float(work)  # float: NumPy's and tensors, too.
        return number if math.isfinite(number) and number >= 0 else None
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return None


class Measurement:
    """One piece of a program; made by :func:`measure`, and used once."""

    def __init__(self, name, level, devices, labels, work, socket_path, strict):
        self.name = str(name)
        self.id = str(uuid.uuid4())
        #: Work that it delivered, in any unit; may be set until its end.
        self.work = work
        self._level = level
        self._devices = [devices] if isinstance(devices, str) else devices
        self._labels = labels
        self._path = (
            socket_path or os.environ.get("WATTUNE_ACTIVITIES_SOCKET") or USUAL_SOCKET
        )
        self._strict = strict
        self._parent = None
        self._depth = 0
        self._token = None
        self._agent = None
        self._started = None
        self._ended = None
        self._error = None
        self._begin = None
        self._end = None

    def __enter__(self):
        if self._begin is not None:
            raise WattuneError("a measurement is used once; make a new one with measure()")
        self._parent = _current.get()
        # What ended in another order than it began, or in another context, is left there.
        while self._parent is not None and self._parent._end is not None:
            self._parent = self._parent._parent
        self._depth = 0 if self._parent is None else self._parent._depth + 1
        self._begin = time.time_ns()
        try:
            self._agent = _agent(self._path)
            self._started = self._agent.send(self._start_line())
            if self._strict:
                self._answer(self._started, _ANSWER_SECONDS)
        except (OSError, WattuneError) as e:
            self._fail(e)
        self._token = _current.set(self)
        return self

    def __exit__(self, kind, error, trace):
        self._end = time.time_ns()
        try:
            _current.reset(self._token)
        except ValueError:
            pass  # It began in another context, as an async generator's does; it has an end now.
        if self._agent is not None:
            try:
                self._ended = self._agent.send(self._end_line())
            except (OSError, WattuneError) as e:
                self._error = str(e)
        return False

    def _fail(self, error):
        self._agent = None
        self._error = str(error)
        if self._strict:
            raise error if isinstance(error, WattuneError) else WattuneError(str(error))
        _warn_once(self._error)

    def _start_line(self):
        inner = LEVELS[self._depth] if self._depth < len(LEVELS) else "span"
        line = {
            "do": "start",
            "id": self.id,
            "name": self.name,
            "level": self._level or inner,
            "atNanos": self._begin,
            "untilClosed": True,
        }
        parent = os.environ.get("WATTUNE_ACTIVITIES_PARENT")
        if self._parent is not None:
            parent = self._parent.id
        if parent:
            line["parent"] = parent
        if self._devices:
            line["devices"] = list(self._devices)
        labels = _job_labels()
        labels.update({str(key): str(value) for key, value in (self._labels or {}).items()})
        if labels:
            line["labels"] = labels
        return line

    def _end_line(self):
        line = {
            "do": "end",
            "id": self.id,
            "atNanos": max(self._end, self._begin + 1000),
            "waitMillis": int(1000 * _SETTLING_SECONDS),
        }
        work = None if self.work is None else _number(self.work)
        if work is not None:
            line["work"] = work
        elif self.work is not None:
            warnings.warn(
                "work must be a number, finite and at least 0, was %r; the energy is measured"
                " without it" % (self.work,),
                WattuneWarning,
                stacklevel=3,
            )
        return line

    def _answer(self, waiting, seconds):
        if not waiting.done.wait(seconds):
            raise WattuneError("the agent did not answer in time")
        if waiting.answer is None:
            raise WattuneError("the agent has gone")
        if not waiting.answer.get("ok"):
            raise WattuneError("the agent refused: %s" % waiting.answer.get("error"))
        return waiting.answer

    @property
    def answer(self):
        """All that the agent said, as a dict; None where it said nothing. Waits for it."""
        if self._end is None:
            raise WattuneError("the energy is known after the end of the with block")
        if self._ended is None:
            if self._strict:
                raise WattuneError(self._error or "the agent was not told of its end")
            if self._error:
                _warn_once(self._error)
            return None
        try:
            self._answer(self._started, _ANSWER_SECONDS)
            answer = self._answer(self._ended, _SETTLING_SECONDS + _ANSWER_SECONDS)
            if not self._devices:
                _note_chosen_once(len(answer.get("devices") or []))
            return answer
        except WattuneError as e:
            self._error = str(e)
            if self._strict:
                raise
            _warn_once(self._error)
            return None

    def _field(self, key):
        answer = self.answer
        return None if answer is None else answer.get(key)

    @property
    def joules(self):
        """Energy of all devices together, in joules; None where it is not known."""
        return self._field("joules")

    @property
    def error(self):
        """Standard error of :attr:`joules`, in joules; None where that is not known."""
        return self._field("standardErrorJoules")

    @property
    def quality(self):
        """How the energy was obtained: MEASURED, CORRECTED, ESTIMATED, GAP or INVALID."""
        return self._field("quality")

    @property
    def devices(self):
        """The energy of each device: a list of dicts; None where it is not known."""
        return self._field("devices")

    @property
    def seconds(self):
        """How long it took."""
        if self._end is None:
            raise WattuneError("the time is known after the end of the with block")
        return (self._end - self._begin) * 1e-9

    @property
    def watts(self):
        """Mean power; None where the energy is not known."""
        joules = self.joules
        return None if joules is None or self.seconds <= 0 else joules / self.seconds

    @property
    def problem(self):
        """Why there are no joules; None where there are."""
        if self._end is not None and self._ended is not None:
            if self.joules is not None:
                return None
            reasons = [d.get("reason") for d in self.devices or [] if d.get("reason")]
            return self._error or "; ".join(reasons) or "no device has an energy"
        return self._error


def measure(
    name, *, level=None, devices=None, labels=None, work=None, socket_path=None, strict=False
):
    """Measures the energy of a ``with`` block.

    name: what runs, for people. level: job, process, kernel, request or span; by default process,
    and one level further in for each block that is open around it. devices: uuids, or one; by default
    all of the machine. labels: whose it is; a Slurm job's are there by themselves. work: what it
    delivered, in any unit; ``m.work`` may be set in the block. socket_path: the agent's socket.
    strict: raise WattuneError where there is no agent.
    """
    return Measurement(name, level, devices, labels, work, socket_path, strict)
