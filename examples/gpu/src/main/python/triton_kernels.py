"""Kernels as one writes them in Triton: softmax, layer normalization, matmul and attention."""

import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    inside = offsets < columns
    values = tl.load(x + row * columns + offsets, mask=inside, other=-float("inf")).to(tl.float32)
    values = tl.exp(values - tl.max(values, axis=0))
    result = values / tl.sum(values, axis=0)
    tl.store(out + row * columns + offsets, result.to(out.dtype.element_ty), mask=inside)


@triton.jit
def layer_norm_kernel(x, gamma, beta, out, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    offsets = tl.arange(0, BLOCK)
    inside = offsets < columns
    values = tl.load(x + row * columns + offsets, mask=inside, other=0).to(tl.float32)
    mean = tl.sum(values, axis=0) / columns
    centered = tl.where(inside, values - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centered * centered, axis=0) / columns + epsilon)
    weight = tl.load(gamma + offsets, mask=inside).to(tl.float32)
    bias = tl.load(beta + offsets, mask=inside).to(tl.float32)
    result = centered * scale * weight + bias
    tl.store(out + row * columns + offsets, result.to(out.dtype.element_ty), mask=inside)


def matmul_configs():
    shapes = ((128, 256, 64, 3, 8), (128, 128, 64, 4, 8), (128, 128, 32, 4, 4), (64, 128, 32, 4, 4))
    return [
        triton.Config({"M": m, "N": n, "K": k, "GROUP": 8}, num_stages=stages, num_warps=warps)
        for m, n, k, stages, warps in shapes
    ]


@triton.autotune(configs=matmul_configs(), key=["rows", "columns", "depth"])
@triton.jit
def matmul_kernel(x, y, out, rows, columns, depth, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, GROUP: tl.constexpr):
    program = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(rows, M), tl.cdiv(columns, N)
    group = program // (GROUP * tiles_n)
    first = group * GROUP
    size = min(tiles_m - first, GROUP)
    tile_m = first + program % (GROUP * tiles_n) % size
    tile_n = program % (GROUP * tiles_n) // size
    m = (tile_m * M + tl.arange(0, M)) % rows
    n = (tile_n * N + tl.arange(0, N)) % columns
    k = tl.arange(0, K)
    left = x + m[:, None] * depth + k[None, :]
    right = y + k[:, None] * columns + n[None, :]
    sums = tl.zeros((M, N), dtype=tl.float32)
    for step in range(0, tl.cdiv(depth, K)):
        inside = k < depth - step * K
        a = tl.load(left, mask=inside[None, :], other=0.0)
        b = tl.load(right, mask=inside[:, None], other=0.0)
        sums = tl.dot(a, b, sums, input_precision="ieee")
        left += K
        right += K * columns
    m = tile_m * M + tl.arange(0, M)
    n = tile_n * N + tl.arange(0, N)
    inside = (m[:, None] < rows) & (n[None, :] < columns)
    tl.store(out + m[:, None] * columns + n[None, :], sums.to(out.dtype.element_ty), mask=inside)


@triton.jit
def attention_kernel(query, key, value, mask, out, length, scale, SIZE: tl.constexpr, M: tl.constexpr, N: tl.constexpr):
    head = tl.program_id(1).to(tl.int64) * length * SIZE
    m = tl.program_id(0) * M + tl.arange(0, M)
    n = tl.arange(0, N)
    e = tl.arange(0, SIZE)
    q = tl.load(query + head + m[:, None] * SIZE + e[None, :], mask=m[:, None] < length, other=0.0)
    maximum = tl.full((M,), -float("inf"), dtype=tl.float32)
    total = tl.zeros((M,), dtype=tl.float32)
    sums = tl.zeros((M, SIZE), dtype=tl.float32)
    for start in range(0, length, N):
        columns = start + n
        inside = columns < length
        k = tl.load(key + head + columns[None, :] * SIZE + e[:, None], mask=inside[None, :], other=0.0)
        bias = tl.load(
            mask + m[:, None] * length + columns[None, :], mask=(m[:, None] < length) & inside[None, :], other=-float("inf")
        )
        scores = tl.dot(q, k, input_precision="ieee") * scale + bias.to(tl.float32)
        larger = tl.maximum(maximum, tl.max(scores, axis=1))
        weights = tl.exp(scores - larger[:, None])
        correction = tl.exp(maximum - larger)
        total = total * correction + tl.sum(weights, axis=1)
        v = tl.load(value + head + columns[:, None] * SIZE + e[None, :], mask=inside[:, None], other=0.0)
        sums = tl.dot(weights.to(v.dtype), v, sums * correction[:, None], input_precision="ieee")
        maximum = larger
    result = sums / total[:, None]
    tl.store(out + head + m[:, None] * SIZE + e[None, :], result.to(out.dtype.element_ty), mask=m[:, None] < length)


def warps(block):
    return min(16, max(1, block // 256))


def softmax(x):
    """Returns a launch, and its result."""
    out = torch.empty_like(x)
    block = triton.next_power_of_2(x.shape[1])
    return lambda: softmax_kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=block, num_warps=warps(block)), out


def layer_norm(x, gamma, beta, epsilon=1e-5):
    """Returns a launch, and its result."""
    out = torch.empty_like(x)
    block = triton.next_power_of_2(x.shape[1])
    launch = lambda: layer_norm_kernel[(x.shape[0],)](
        x, gamma, beta, out, x.shape[1], epsilon, BLOCK=block, num_warps=warps(block)
    )
    return launch, out


def matmul(x, y):
    """Returns a launch, and its result."""
    rows, depth, columns = *x.shape, y.shape[1]
    out = torch.empty(rows, columns, dtype=x.dtype, device=x.device)
    grid = lambda config: (triton.cdiv(rows, config["M"]) * triton.cdiv(columns, config["N"]),)
    return lambda: matmul_kernel[grid](x, y, out, rows, columns, depth), out


def attention(query, key, value, mask, scale):
    """Returns a launch, and its result."""
    batch, heads, length, size = query.shape
    out = torch.empty_like(query)
    grid = (triton.cdiv(length, 128), batch * heads)
    launch = lambda: attention_kernel[grid](
        query, key, value, mask, out, length, scale, SIZE=size, M=128, N=64, num_warps=8, num_stages=2
    )
    return launch, out
