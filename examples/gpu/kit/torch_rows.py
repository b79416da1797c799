"""The rows of RowBenchmark by torch.compile: the same names, dtypes, dims and lines.

    torch_rows.py [large] [small] [matmul]

Compiles all kernels, waits for the file that the environment variable GO names, and measures.
"""

import os
import sys
import time
import torch
import torch.nn.functional as F

STAGES = set(sys.argv[1:]) or {"large", "small", "matmul"}
DEVICE = "cuda"
DTYPES = {torch.float32: "f32", torch.bfloat16: "bf16"}
LARGE, SMALL = (65536, 4096), (4096, 1024)
WARMUP_ROUNDS, ROUNDS, SMALL_LAUNCHES = 3, 21, 50
GRADIENTS = ("biasGelu", "layerNorm", "softmax", "rmsNorm", "swiGlu", "seedGraph")


class Row:
    def __init__(self, kernel, dtype, dims, launch, passes=0, operand=None, flops=0.0, launches=1):
        self.kernel, self.dtype, self.dims = kernel, DTYPES[dtype], "x".join(map(str, dims))
        self.launch, self.flops, self.launches = launch, flops, launches
        self.bytes = passes * operand.numel() * operand.element_size() if passes else 0

    def fail(self, error):
        print(f"FAIL\ttorch\t{self.kernel}\t{self.dtype}\t{self.dims}\t{error!r:.300}", flush=True)

    def measure(self):
        times = []
        for _ in range(WARMUP_ROUNDS + ROUNDS):
            before, after = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            before.record()
            for _ in range(self.launches):
                self.launch()
            after.record()
            after.synchronize()
            times.append(before.elapsed_time(after) * 1e3 / self.launches)
        times = sorted(times[WARMUP_ROUNDS:])
        median = times[len(times) // 2]
        print(
            f"ROW\ttorch\t{self.kernel}\t{self.dtype}\t{self.dims}\t{median:.2f}\t{times[0]:.2f}"
            f"\t{self.bytes / median / 1e3:.0f}\t{self.flops / median / 1e3:.1f}",
            flush=True,
        )


def random(dtype, *dims):
    return (torch.rand(*dims, device=DEVICE) * 4 - 2).to(dtype)


def compiled(function):
    torch._dynamo.reset()
    return torch.compile(function, dynamic=False)


def rms_norm(x, gamma):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * gamma


def seed_graph(x, y):
    b = torch.pow(x * 2.0, 3.0)
    return (b - y) * b


def memory_rows(dtype, rows, columns):
    """Returns the rows whose time is bound by memory."""
    x, y = random(dtype, rows, columns), random(dtype, rows, columns)
    gamma, beta = random(dtype, columns), random(dtype, columns)
    out = torch.empty_like(x)
    normalized = lambda x, gamma, beta: F.layer_norm(x, (columns,), gamma, beta)
    functions = {
        "sum": (3, lambda x, y: x + y, (x, y)),
        "biasGelu": (2, lambda x, bias: F.gelu(x + bias, approximate="tanh"), (x, beta)),
        "layerNorm": (2, normalized, (x, gamma, beta)),
        "softmax": (2, lambda x: torch.softmax(x, -1), (x,)),
        "rmsNorm": (2, rms_norm, (x, gamma)),
        "swiGlu": (3, lambda gate, x: F.silu(gate) * x, (x, y)),
        "seedGraph": (3, seed_graph, (x, y)),
        "addLayerNorm": (3, lambda x, y, gamma, beta: normalized(x + y, gamma, beta), (x, y, gamma, beta)),
        "transpose": (2, lambda x: x.t().contiguous(), (x,)),
        "rowSum": (1, lambda x: x.sum(1), (x,)),
        "columnSum": (1, lambda x: x.sum(0), (x,)),
    }
    launches = 1 if (rows, columns) == LARGE else SMALL_LAUNCHES
    row = lambda kernel, passes, launch: Row(kernel, dtype, (rows, columns), launch, passes, x, launches=launches)
    yield row("copy", 2, lambda: out.copy_(x))
    for kernel, (passes, function, operands) in functions.items():
        function = compiled(function)
        yield row(kernel, passes, lambda function=function, operands=operands: function(*operands))
    for kernel in GRADIENTS:
        passes, function, operands = functions[kernel]
        yield row(kernel + "+gradient", 5 if passes == 2 else 8, gradient(function, operands, y))
    if dtype == torch.float32:
        labels = torch.randint(columns, (rows,), device=DEVICE)
        yield row("crossEntropy+gradient", 2, gradient(lambda x: F.cross_entropy(x, labels), (x,), None))


def gradient(function, operands, output_gradient):
    """Returns a launch of a function and its gradient."""
    function = compiled(function)
    operands = tuple(operand.detach().clone().requires_grad_() for operand in operands)
    return lambda: torch.autograd.grad(function(*operands), operands, output_gradient)


def matmul_rows(dtype):
    """Returns the rows whose time is bound by arithmetic."""
    dim = 4096 if dtype == torch.float32 else 8192
    x, weight, bias = random(dtype, dim, dim), random(dtype, dim, dim), random(dtype, dim)
    flops = 2.0 * dim**3
    yield Row("matmul", dtype, (dim, dim), lambda: x @ weight, flops=flops)
    linear = compiled(lambda x, weight, bias: F.gelu(x @ weight + bias, approximate="tanh"))
    yield Row("matmulBiasGelu", dtype, (dim, dim), lambda: linear(x, weight, bias), flops=flops)
    query, mask = random(dtype, 4, 16, 2048, 64), random(dtype, 2048, 2048)
    flops = 4.0 * query.numel() * 2048
    attention = lambda: F.scaled_dot_product_attention(query, query, query, attn_mask=mask)
    yield Row("attention", dtype, query.shape, attention, flops=flops)


def main():
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = os.environ.get("TF32") == "1"
    start = time.time()
    rows = []
    for stage, dims in (("large", LARGE), ("small", SMALL)):
        if stage in STAGES:
            for dtype in DTYPES:
                rows += memory_rows(dtype, *dims)
    if "matmul" in STAGES:
        for dtype in DTYPES:
            rows += matmul_rows(dtype)
    ready = []
    for row in rows:
        try:
            row.launch()
            row.launch()
            torch.cuda.synchronize()
            ready.append(row)
        except Exception as error:
            row.fail(error)
    print(f"all compiled after {time.time() - start:.0f} s", flush=True)
    go = os.environ.get("GO")
    while go and not os.path.exists(go):
        time.sleep(0.2)
    for row in ready:
        row.measure()


if __name__ == "__main__":
    main()
