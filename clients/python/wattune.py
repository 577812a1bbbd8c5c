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

For Wattune to tune a program it needs to know how fast it works. One line each:

    wattune.watch(optimizer)                               # PyTorch
    Trainer(..., callbacks=[wattune.TrainerCallback()])    # Hugging Face
    Trainer(..., callbacks=[wattune.LightningCallback()])  # Lightning
    work = wattune.Work("render"); work.add(1)             # anything else, once a step
"""

import atexit
import contextvars
import functools
import json
import math
import os
import re
import socket
import struct
import sys
import threading
import time
import uuid
import warnings

__all__ = [
    "measure",
    "Measurement",
    "watch",
    "Work",
    "TrainerCallback",
    "LightningCallback",
    "WattuneError",
    "WattuneWarning",
]

#: Where an agent listens that serves a whole machine.
USUAL_SOCKET = "/run/wattune/activities.sock"

#: Levels from the outermost that a program has to the innermost; further in it is spans.
LEVELS = ("process", "kernel", "request")

_SETTLING_SECONDS = 15.0
_ANSWER_SECONDS = 10.0
_SEND_SECONDS = 2
_RETRY_SECONDS = 10.0
#: Work is reported so often at most, whatever the number of steps.
_REPORT_SECONDS = 0.1
#: A step that took so long, and many times as long as the others, was no step: an evaluation, say.
_PAUSE_NANOS = 5_000_000_000
_PAUSE_STEPS = 10
_CLOSE_SECONDS = 1.0
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
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LONGEST_TEXT = 256
_USERS_GROUP = re.compile(r"/user\.slice(?:/|$)|/user@")

_current = contextvars.ContextVar("wattune_current", default=None)


class WattuneError(Exception):
    """The agent is not there, or it refused a request."""


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
            pass  # It has gone, or is no agent; what waits is notified below.
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
    """Whose work this is, as Slurm says in the environment, else in the control group; and
    the labels of WATTUNE_LABELS, KEY=VALUE,KEY=VALUE."""
    labels = {
        label: _cleaned(os.environ[name])
        for name, label in _SLURM.items()
        if os.environ.get(name, "").strip()
    }
    try:
        with open("/proc/self/cgroup", encoding="utf-8") as groups:
            job = _job_of(groups.read())
    except (OSError, ValueError):
        job = None
    if job and job != labels.get("job"):
        # The kernel says which job it is; a process may write into its environment what it likes.
        labels = {"job": job}
    for each in os.environ.get("WATTUNE_LABELS", "").split(","):
        key, equals, value = each.partition("=")
        if equals and key.strip():
            labels[_cleaned(key.strip())] = _cleaned(value)
        elif each.strip():
            warnings.warn(
                "WATTUNE_LABELS: %r is not KEY=VALUE and is left out" % each,
                WattuneWarning,
                stacklevel=3,
            )
    return labels


def _cleaned(text):
    return _CONTROLS.sub(" ", text)[:_LONGEST_TEXT]


def _process():
    """Which process this is, so that the agent does not count it a second time."""
    process = {"pid": os.getpid()}
    try:
        with open("/proc/self/stat", encoding="utf-8", errors="replace") as stat:
            # The name may hold blanks and brackets: the last closing one ends it.
            process["pidStart"] = int(stat.read().rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        pass
    return process


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
        line.update(_process())
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
                raise WattuneError(self._error or "the end could not be reported to the agent")
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


class Work:
    """The work of this process, as it is done; for the agent, which needs it for tuning.

    ``add(1)`` after each step, or ``add(len(batch))``. It takes a microsecond: a thread of its own
    sends what has come together, ten times a second at most, and nothing waits for the agent. The
    first step begins the counting, and so does one after a long pause. Without an agent there is one
    warning, and it is tried again from time to time.

    name: what runs, by which it is tuned; by default the script's. A step must be the same amount of
    work each time: count the work of another kind of step by another name. devices: uuids, or one;
    by default all of the machine.
    """

    def __init__(self, name=None, *, devices=None, labels=None, socket_path=None):
        self.name = str(name) if name else _script()
        self._devices = [devices] if isinstance(devices, str) else devices
        self._labels = labels
        self._path = (
            socket_path or os.environ.get("WATTUNE_ACTIVITIES_SOCKET") or USUAL_SOCKET
        )
        self._forget()
        atexit.register(self.close)

    def _forget(self):
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread = None
        self._agent = None
        self._id = None
        self._since = None
        self._until = 0
        self._total = 0.0
        self._usual = 0
        self._sent_since = None
        self._sent_until = 0
        self._problem = None

    def add(self, work=1):
        """So much more was done, now."""
        now = time.time_ns()
        if self._process != os.getpid():
            self._forget()  # A forked child has no thread, and maybe a lock that is held.
        with self._lock:
            took = now - self._until
            is_pause = took > _PAUSE_NANOS and took > _PAUSE_STEPS * self._usual
            if self._since is None or took < 0 or is_pause:
                self._since = now
                self._total = 0.0
            else:
                self._total += work
                self._usual = took if not self._usual else 0.9 * self._usual + 0.1 * took
            self._until = now
            if self._thread is None and not self._stopped.is_set():
                self._thread = threading.Thread(target=self._run, name="wattune-work", daemon=True)
                self._thread.start()

    @property
    def problem(self):
        """Why nothing is reported; None where all is well."""
        return self._problem

    def close(self):
        """Reports what is left, and ends. Also done when the program ends."""
        if self._process != os.getpid():
            return
        self._stopped.set()
        thread = self._thread
        if thread is not None:
            thread.join(_CLOSE_SECONDS)
        atexit.unregister(self.close)

    def _run(self):
        is_last = False
        while not is_last:
            is_last = self._stopped.wait(_REPORT_SECONDS)
            try:
                self._report()
                self._problem = None
                if is_last and self._agent is not None:
                    end = {"do": "end", "id": self._id, "answer": "none"}
                    # An agent that answers in vain leaves the lines unread that came before.
                    self._agent.send(end).done.wait(_CLOSE_SECONDS / 2)
            except (OSError, WattuneError) as e:
                self._agent = None
                if self._problem is None:
                    self._problem = str(e)
                    warnings.warn(
                        "%s; the work of %r is not reported" % (e, self.name), WattuneWarning
                    )

    def _report(self):
        with self._lock:
            since, until, total = self._since, self._until, self._total
        if since is None:
            return
        if self._agent is None or not self._agent.is_usable():
            since, until, total = self._start(since, until, total)
        if since != self._sent_since:
            self._send(0, max(since, self._sent_until + 1))
            self._sent_since = since
        if until > self._sent_until:
            self._send(total, until)

    def _start(self, since, until, total):
        """A new activity of the agent. What was done while there was none is not counted."""
        is_first = self._id is None and until - since < _PAUSE_NANOS
        at = since if is_first else until
        self._agent = None
        agent = _agent(self._path)
        new_id = str(uuid.uuid4())
        line = {
            "do": "start",
            "id": new_id,
            "name": self.name,
            "level": "process",
            "atNanos": at - 1000,
            "untilClosed": True,
        }
        parent = os.environ.get("WATTUNE_ACTIVITIES_PARENT")
        if parent:
            line["parent"] = parent
        if self._devices:
            line["devices"] = list(self._devices)
        labels = _job_labels()
        labels.update({str(key): str(value) for key, value in (self._labels or {}).items()})
        if labels:
            line["labels"] = labels
        waiting = agent.send(line)
        if not waiting.done.wait(_ANSWER_SECONDS) or waiting.answer is None:
            raise WattuneError("the agent did not answer")
        if not waiting.answer.get("ok"):
            raise WattuneError("the agent refused: %s" % waiting.answer.get("error"))
        self._agent, self._id = agent, new_id
        self._sent_since = None
        self._sent_until = at - 1
        if is_first:
            return since, until, total
        with self._lock:
            self._since, self._total = self._until, 0.0
            return self._since, self._until, self._total

    def _send(self, total, at):
        self._agent.send({"do": "work", "id": self._id, "total": total, "atNanos": at})
        self._sent_until = at


def _script():
    name = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else ""
    return _CONTROLS.sub(" ", name)[:_LONGEST_TEXT] or "python"


def _devices_of(tensors):
    """Uuids of the NVIDIA GPUs that PyTorch's tensors are on; None where that is not known."""
    torch = sys.modules.get("torch")
    try:
        places = {str(each.device): each.device for each in tensors}
        places = {name: place for name, place in places.items() if place.type == "cuda"}
        uuids = [str(torch.cuda.get_device_properties(place).uuid) for place in places.values()]
    except Exception:  # Whatever it is, it must not be why a training does not run.
        return None
    return [each if each.startswith("GPU-") else "GPU-" + each for each in uuids] or None


def watch(optimizer, name=None, *, work=1, devices=None, labels=None, socket_path=None):
    """Reports each step of a PyTorch optimizer as work.

    work: of one step, such as the number of samples in a batch. Others as of :class:`Work`; the
    devices are those of the parameters where PyTorch knows their uuids. Gives a :class:`Work`; a
    second call for the same optimizer gives the same one.
    """
    known = getattr(optimizer, "_wattune_work", None)
    if known is not None:
        return known
    if devices is None:
        groups = getattr(optimizer, "param_groups", None) or []
        devices = _devices_of([p for g in groups for p in g.get("params", ())])
    counted = Work(name, devices=devices, labels=labels, socket_path=socket_path)
    register = getattr(optimizer, "register_step_post_hook", None)
    if register is not None:
        register(lambda *unused: counted.add(work))
    else:
        step = optimizer.step

        @functools.wraps(step)
        def counted_step(*args, **kwargs):
            result = step(*args, **kwargs)
            counted.add(work)
            return result

        optimizer.step = counted_step
    optimizer._wattune_work = counted
    return counted


def _nothing(*unused, **also_unused):
    return None


class _NoHooks:
    """What a callback has by its library's base class, where that library is not loaded."""

    @property
    def state_key(self):
        return type(self).__qualname__

    def state_dict(self):
        return {}

    def __getattr__(self, name):
        if name.startswith("on_") or name in ("setup", "teardown", "load_state_dict"):
            return _nothing
        raise AttributeError(name)


def _base(modules, name):
    """The base class that a library wants its callbacks to have: it is loaded, if it is used."""
    for module in modules:
        base = getattr(sys.modules.get(module), name, None)
        if isinstance(base, type):
            return base
    return _NoHooks


class _Callback:
    """What the callbacks of both libraries do."""

    _work = None

    def __init__(self, options):
        super().__init__()
        self._options = options

    def __getstate__(self):
        """Libraries copy callbacks to other processes; each of those counts for itself."""
        return {key: value for key, value in self.__dict__.items() if key != "_work"}

    def __reduce__(self):
        return (_again, (type(self).__name__, self.__getstate__()))

    def _done(self, work, model):
        if self._work is None:
            options = dict(self._options)
            if options.get("devices") is None:
                parameters = getattr(model, "parameters", None)
                options["devices"] = _devices_of(parameters() if parameters else ())
            self._work = Work(options.pop("name"), **options)
        self._work.add(work)

    def _finish(self):
        work, self._work = self._work, None
        if work is not None:
            work.close()


class _TrainerHooks(_Callback):
    def on_step_end(self, args, state, control, **kwargs):
        samples = getattr(args, "train_batch_size", None)
        batches = getattr(args, "gradient_accumulation_steps", 1)
        is_known = type(samples) is int and type(batches) is int and samples > 0 and batches > 0
        self._done(samples * batches if is_known else 1, kwargs.get("model"))

    def on_train_end(self, args, state, control, **kwargs):
        self._finish()


class _LightningHooks(_Callback):
    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx, *unused):
        self._done(_samples(batch), pl_module)

    def on_train_end(self, trainer, pl_module):
        self._finish()

    def on_exception(self, trainer, pl_module, exception):
        self._finish()


def _samples(batch, depth=3):
    """How many samples a batch has, by the first tensor in it; 1 where there is none."""
    shape = getattr(batch, "shape", None)
    if shape is not None:
        return int(shape[0]) if len(shape) else 1
    if depth and isinstance(batch, dict) and batch:
        return _samples(next(iter(batch.values())), depth - 1)
    if depth and isinstance(batch, (list, tuple)) and batch:
        return _samples(batch[0], depth - 1)
    return 1


_LIBRARIES = {
    "TrainerCallback": (_TrainerHooks, ("transformers",), "TrainerCallback"),
    "LightningCallback": (
        _LightningHooks,
        ("lightning.pytorch", "pytorch_lightning"),
        "Callback",
    ),
}


def _class(name):
    hooks, modules, base = _LIBRARIES[name]
    return type(name, (hooks, _base(modules, base)), {"__module__": __name__})


def _again(name, state):
    made = _class(name)(state["_options"])
    made.__dict__.update(state)
    return made


def TrainerCallback(name=None, *, devices=None, labels=None, socket_path=None):
    """A callback for Hugging Face's ``Trainer``: each step's samples are work."""
    return _class("TrainerCallback")(
        {"name": name, "devices": devices, "labels": labels, "socket_path": socket_path}
    )


def LightningCallback(name=None, *, devices=None, labels=None, socket_path=None):
    """A callback for Lightning's ``Trainer``: each training batch's samples are work."""
    return _class("LightningCallback")(
        {"name": name, "devices": devices, "labels": labels, "socket_path": socket_path}
    )
