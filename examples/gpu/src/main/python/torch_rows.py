"""The rows of RowBenchmark by torch.compile, by its autotuning, by PyTorch's libraries and by Triton kernels: a worker."""

import os
import torch
import torch.nn.functional as F
from worker import Worker

try:
    import triton_kernels
except ImportError:
    triton_kernels = None

DEVICE = "cuda"
DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
SIZES = {"large": (65536, 4096, 1), "small": (4096, 1024, 50)}
GROUPS = (
    "large-f32", "large-bf16", "large-f16", "small-f32", "small-bf16", "small-f16",
    "matmul-bf16", "matmul-f16", "matmul-f32",
)  # fmt: skip
WARMUP_ROUNDS, ROUNDS = 3, 21
GRADIENTS = ("biasGelu", "layerNorm", "softmax", "rmsNorm", "swiGlu", "seedGraph")
DEFAULT, AUTOTUNED, TRITON, LIBRARY = "torch.compile", "max-autotune", "triton", "torch"
# Autotuning without CUDA graphs: a graph's results are overwritten by its next launch.
MODES = {DEFAULT: None, AUTOTUNED: "max-autotune-no-cudagraphs"}
# A Triton kernel has to agree with PyTorch within this part of the largest element.
TOLERANCE = 2e-2


class Row:
    def __init__(self, system, group, kernel, dims, make, launches=1, bytes=0, flops=0.0):
        self.system, self.kernel, self.make, self.launches = system, kernel, make, launches
        self.label = group.partition("-")[2] + "\t" + "x".join(map(str, dims))
        self.key = (system, group, kernel)
        self.bytes, self.flops = bytes, flops
        self.is_optional = system == AUTOTUNED
        self.launch = None


def compile_row(row):
    row.launch = row.make()
    row.launch()
    row.launch()
    torch.cuda.synchronize()


def measure_row(row):
    times = []
    for _ in range(WARMUP_ROUNDS + ROUNDS):
        before, after = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        before.record()
        for _ in range(row.launches):
            row.launch()
        after.record()
        after.synchronize()
        times.append(before.elapsed_time(after) * 1e3 / row.launches)
    times = sorted(times[WARMUP_ROUNDS:])
    median = times[len(times) // 2]
    return (
        f"ROW\t{row.system}\t{row.kernel}\t{row.label}\t{median:.2f}\t{times[0]:.2f}"
        f"\t{row.bytes / median / 1e3:.0f}\t{row.flops / median / 1e3:.1f}"
    )


def random(dtype, *dims):
    return (torch.rand(*dims, device=DEVICE) * 4 - 2).to(dtype)


def compiled(function, mode):
    torch._dynamo.reset()
    return torch.compile(function, dynamic=False, mode=mode)


def forward(function, operands, mode):
    function = compiled(function, mode)
    return lambda: function(*operands)


def gradient(function, operands, output_gradient, mode):
    """Returns a launch of a function and its gradient."""
    function = compiled(function, mode)
    operands = tuple(operand.detach().clone().requires_grad_() for operand in operands)
    return lambda: torch.autograd.grad(function(*operands), operands, output_gradient)


def checked(launch, out, expected):
    """Returns a launch after comparing its result."""
    launch()
    difference = (out.float() - expected().float()).abs().max().item()
    largest = expected().float().abs().max().item()
    if not difference <= TOLERANCE * largest:
        raise ValueError(f"the result differs from PyTorch's by {difference}")
    return launch


def rms_norm(x, gamma):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * gamma


def seed_graph(x, y):
    b = torch.pow(x * 2.0, 3.0)
    return (b - y) * b


def memory_rows(group):
    """Returns the rows whose time is bound by memory."""
    size, _, name = group.partition("-")
    rows, columns, launches = SIZES[size]
    dtype = DTYPES[name]
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
    row = lambda system, kernel, passes, make: Row(
        system, group, kernel, (rows, columns), make, launches, passes * x.numel() * x.element_size()
    )
    yield row(LIBRARY, "copy", 2, lambda: lambda: out.copy_(x))
    for system, mode in MODES.items():
        for kernel, (passes, function, operands) in functions.items():
            yield row(
                system, kernel, passes, lambda function=function, operands=operands, mode=mode: forward(function, operands, mode)
            )
        for kernel in GRADIENTS:
            passes, function, operands = functions[kernel]
            make = lambda function=function, operands=operands, mode=mode: gradient(function, operands, y, mode)
            yield row(system, kernel + "+gradient", 5 if passes == 2 else 8, make)
        if name == "f32":
            labels = torch.randint(columns, (rows,), device=DEVICE)
            make = lambda mode=mode: gradient(lambda x: F.cross_entropy(x, labels), (x,), None, mode)
            yield row(system, "crossEntropy+gradient", 2, make)
        if system == DEFAULT and triton_kernels:
            softmax = lambda: checked(*triton_kernels.softmax(x), lambda: torch.softmax(x, -1))
            layer_norm = lambda: checked(*triton_kernels.layer_norm(x, gamma, beta), lambda: normalized(x, gamma, beta))
            yield row(TRITON, "softmax", 2, softmax)
            yield row(TRITON, "layerNorm", 2, layer_norm)


def matmul_rows(group):
    """Returns the rows whose time is bound by arithmetic."""
    name = group.partition("-")[2]
    dtype = DTYPES[name]
    dim = 4096 if name == "f32" else 8192
    x, weight, bias = random(dtype, dim, dim), random(dtype, dim, dim), random(dtype, dim)
    query, mask = random(dtype, 4, 16, 2048, 64), random(dtype, 2048, 2048)
    flops, attention_flops = 2.0 * dim**3, 4.0 * query.numel() * 2048
    row = lambda system, kernel, make: Row(system, group, kernel, (dim, dim), make, flops=flops)
    attention_row = lambda system, make: Row(system, group, "attention", query.shape, make, flops=attention_flops)
    linear = lambda x, weight, bias: F.gelu(x @ weight + bias, approximate="tanh")
    attention = lambda: F.scaled_dot_product_attention(query, query, query, attn_mask=mask)
    yield row(LIBRARY, "matmul", lambda: lambda: x @ weight)
    yield attention_row(LIBRARY, lambda: attention)
    for system, mode in MODES.items():
        yield row(system, "matmulBiasGelu", lambda mode=mode: forward(linear, (x, weight, bias), mode))
        if system == DEFAULT and triton_kernels:
            yield row(TRITON, "matmul", lambda: checked(*triton_kernels.matmul(x, weight), lambda: x @ weight))
            launch = lambda: checked(*triton_kernels.attention(query, query, query, mask, 0.125), attention)
            yield attention_row(TRITON, launch)


def main():
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = os.environ.get("TF32") == "1"
    rows = lambda group: memory_rows(group) if not group.startswith("matmul") else matmul_rows(group)
    Worker({group: (lambda group=group: rows(group)) for group in GROUPS}, compile_row, measure_row).serve()


if __name__ == "__main__":
    main()
