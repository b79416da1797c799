"""A worker that compiles rows while it waits for requests, and measures them on request.

A request is a line on the standard input. `status` answers whether rows are left to compile, and `hold` ends the
compilation but for the rows of a request. A group allocates its operands, and a group with a kernel measures the kernel by
all systems of the worker. The last line of an answer is `DONE`. Optional rows are compiled after all others, and measured if
they were compiled before `hold`.
"""

import queue
import sys
import threading


class Worker:
    def __init__(self, groups, compile_row, measure_row):
        """Creates a worker.

        groups: functions by name that return the rows of a group: objects with the attributes system, kernel, label, key,
            and is_optional
        compile_row: compiles a row; raises an exception if it cannot
        measure_row: measures a compiled row and returns its line
        """
        self.groups, self.compile_row, self.measure_row = groups, compile_row, measure_row
        self.name, self.rows = None, []
        self.errors, self.compiled, self.compiled_ahead = {}, set(), set()
        self.requests = queue.Queue()
        self.is_held = False

    def serve(self, lines=sys.stdin, out=sys.stdout):
        threading.Thread(target=self.read, args=(lines,), daemon=True).start()
        ahead = self.compilation()
        while True:
            try:
                request = self.requests.get(block=self.is_held)
            except queue.Empty:
                # One row is compiled between two looks at the requests.
                self.is_held = next(ahead, None) is None
                continue
            if request is None:
                return
            for line in self.answer(request):
                print(line, file=out)
            print("DONE", file=out, flush=True)

    def read(self, lines):
        for line in lines:
            self.requests.put(line.strip())
        self.requests.put(None)

    def compilation(self):
        for is_optional in (False, True):
            for name in self.groups:
                self.open(name)
                for row in self.rows:
                    if row.is_optional == is_optional:
                        self.compile(row)
                        self.compiled_ahead.add(row.key)
                        yield row

    def open(self, name):
        if self.name != name:
            # Compiled functions stay in the caches of PyTorch and Triton; the tensors are new.
            self.compiled.clear()
            self.errors.clear()
            self.rows = []
            self.rows = list(self.groups[name]())
            self.name = name

    def compile(self, row):
        if row.key not in self.compiled:
            self.compiled.add(row.key)
            try:
                self.compile_row(row)
            except Exception as error:
                self.errors[row.key] = message(error)

    def answer(self, request):
        if request == "status":
            yield "compiled" if self.is_held else "compiling"
            return
        self.is_held = True
        if request == "hold":
            return
        group, _, kernel = request.partition(" ")
        self.open(group)
        for row in self.rows:
            if row.kernel == kernel and not (row.is_optional and row.key not in self.compiled_ahead):
                self.compile(row)
                yield self.measure(row)

    def measure(self, row):
        error = self.errors.get(row.key)
        if error is None:
            try:
                return self.measure_row(row)
            except Exception as exception:
                error = message(exception)
        return f"FAIL\t{row.system}\t{row.kernel}\t{row.label}\t{error}"


def message(exception):
    return f"{exception!r:.300}".replace("\n", " ").replace("\t", " ")
