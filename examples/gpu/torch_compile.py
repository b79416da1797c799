"""The kernels of DeviceBenchmark by torch.compile: the same shapes, names and table."""

import statistics
import torch
import torch.nn.functional as F

ROWS, COLUMNS, ROUNDS, EPSILON = 65536, 4096, 20, 1e-5


def rms_norm(x, gamma):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + EPSILON) * gamma


def main():
    x, y, out = (torch.full((ROWS, COLUMNS), 0.5, device="cuda") for _ in range(3))
    gamma, beta = (torch.full((COLUMNS,), 0.5, device="cuda") for _ in range(2))
    matrix = x.numel() * x.element_size()
    contestants = {
        "copy": (2, None, lambda: out.copy_(x)),
        "sum": (3, lambda: x + y),
        "biasGelu": (2, lambda: F.gelu(x + gamma, approximate="tanh")),
        "swiGlu": (3, lambda: F.silu(x) * y),
        "softmax": (2, lambda: torch.softmax(x, -1)),
        "layerNorm": (2, lambda: F.layer_norm(x, (COLUMNS,), gamma, beta, EPSILON)),
        "rmsNorm": (2, lambda: rms_norm(x, gamma)),
        "addLayerNorm": (3, lambda: F.layer_norm(x + y, (COLUMNS,), gamma, beta, EPSILON)),
        "rowSum": (1, lambda: x.sum(1)),
        "columnSum": (1, lambda: x.sum(0)),
    }
    rates = {}
    for name, (passes, *calls) in contestants.items():
        call = calls[-1] if name == "copy" else torch.compile(calls[0], dynamic=False)
        times = []
        for _ in range(ROUNDS + 3):
            before, after = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            before.record()
            call()
            after.record()
            after.synchronize()
            times.append(before.elapsed_time(after))
        rates[name] = passes * matrix / statistics.median(times[3:]) / 1e6
    print(f"torch.compile {torch.__version__}, f32[{ROWS}, {COLUMNS}], medians of {ROUNDS} rounds")
    print(f"{'kernel':14} {'GB/s':>8} {'share of copy':>14}")
    for name, rate in rates.items():
        print(f"{name:14} {rate:8.0f} {rate / rates['copy']:14.2f}")


if __name__ == "__main__":
    main()
