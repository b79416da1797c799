"""Training steps of GPT-2 by torch.compile, from the weights and batches that StepRecorder of examples/gpt has written.

    torch_gpt2.py DIRECTORY f32|bf16

Each step prints a line with tabs between STEP, loss and milliseconds. Parameters are f32; layers compute in the dtype.
"""

import json
import os
import sys
import time
import torch
import torch.nn.functional as F

HEAD_SIZE = 64
DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16}
MODEL = "model."


def read_weights(path):
    """Returns the parameters by name, in f32."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        start = file.tell()
        weights = {}
        for name, entry in header.items():
            if name.startswith(MODEL):
                begin, end = entry["data_offsets"]
                file.seek(start + begin)
                data = torch.frombuffer(bytearray(file.read(end - begin)), dtype=torch.float32)
                weights[name[len(MODEL) :]] = data.reshape(entry["shape"]).cuda().requires_grad_()
    return weights


def read_batches(path):
    """Returns learning rate, tokens and targets of each step; tokens and targets are flat."""
    with open(path) as file:
        for line in file:
            rate, tokens, targets = line.rstrip("\n").split("\t")
            numbers = lambda text: torch.tensor([int(token) for token in text.split()], device="cuda")
            yield float(rate), numbers(tokens), numbers(targets)


def loss_of(weights, tokens, targets, dtype):
    value = lambda name: weights[name].to(dtype)
    linear = lambda x, layer, name: x @ value(f"{layer}.{name}") + value(f"{layer}.{name}Bias")
    batch, length = tokens.shape
    width = weights["tokens"].shape[1]
    norm = lambda x, name: F.layer_norm(x, (width,), value(name + ".weight"), value(name + ".bias"))
    heads = lambda x: x.view(batch, length, -1, HEAD_SIZE).transpose(1, 2)
    x = (weights["tokens"][tokens] + weights["positions"][:length]).to(dtype)
    layers = len({name.split(".")[1] for name in weights if name.startswith("layers.")})
    for number in range(layers):
        layer = f"layers.{number}"
        chunks = linear(norm(x, layer + ".attentionNorm"), layer, "attention").chunk(3, -1)
        query, key, values = map(heads, chunks)
        mixed = F.scaled_dot_product_attention(query, key, values, is_causal=True)
        x = x + linear(mixed.transpose(1, 2).reshape(batch, length, width), layer, "projection")
        hidden = F.gelu(linear(norm(x, layer + ".mlpNorm"), layer, "up"), approximate="tanh")
        x = x + linear(hidden, layer, "down")
    logits = norm(x, "norm") @ value("tokens").T
    return F.cross_entropy(logits.float().view(batch * length, -1), targets.view(-1))


def main():
    directory, dtype = sys.argv[1], DTYPES[sys.argv[2]]
    # The batch of GptPart.
    batch = 4
    weights = read_weights(os.path.join(directory, "weights.safetensors"))
    groups = [
        {"params": [tensor for tensor in weights.values() if (tensor.dim() > 1) == decays], "weight_decay": decay}
        for decays, decay in ((True, 0.1), (False, 0.0))
    ]
    optimizer = torch.optim.AdamW(groups, fused=True)
    loss = torch.compile(lambda tokens, targets: loss_of(weights, tokens, targets, dtype), dynamic=False)
    for rate, tokens, targets in read_batches(os.path.join(directory, "batches.txt")):
        torch.cuda.synchronize()
        start = time.perf_counter()
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad()
        value = loss(tokens.view(batch, -1), targets.view(batch, -1))
        value.backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
        optimizer.step()
        number = value.item()
        torch.cuda.synchronize()
        print(f"STEP\t{number:.6f}\t{1000 * (time.perf_counter() - start):.3f}", flush=True)


if __name__ == "__main__":
    main()
