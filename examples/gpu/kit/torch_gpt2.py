"""Steps of training of GPT-2 124M by torch.compile: the model, the batches and the optimizer of examples/gpt, in f32."""

import math
import statistics
import time
import torch
import torch.nn.functional as F

LAYERS, HEADS, WIDTH, VOCABULARY, POSITIONS = 12, 12, 768, 50257, 1024
BATCH, LENGTH, STEPS, WARMUP = 4, 256, 200, 10


def weights():
    """As examples/gpt names and begins them."""
    torch.manual_seed(1)
    normal = lambda *dims, deviation=0.02: torch.randn(*dims, device="cuda") * deviation
    narrow = 0.02 / math.sqrt(2 * LAYERS)
    model = {"wte.weight": normal(VOCABULARY, WIDTH), "wpe.weight": normal(POSITIONS, WIDTH)}
    norms = ["ln_f"]
    for layer in range(LAYERS):
        name = f"h.{layer}."
        norms += [name + "ln_1", name + "ln_2"]
        products = {
            "attn.c_attn": (WIDTH, 3 * WIDTH, 0.02),
            "attn.c_proj": (WIDTH, WIDTH, narrow),
            "mlp.c_fc": (WIDTH, 4 * WIDTH, 0.02),
            "mlp.c_proj": (4 * WIDTH, WIDTH, narrow),
        }
        for product, (rows, columns, deviation) in products.items():
            model[name + product + ".weight"] = normal(rows, columns, deviation=deviation)
            model[name + product + ".bias"] = torch.zeros(columns, device="cuda")
    for norm in norms:
        model[norm + ".weight"] = torch.ones(WIDTH, device="cuda")
        model[norm + ".bias"] = torch.zeros(WIDTH, device="cuda")
    return {name: tensor.requires_grad_() for name, tensor in model.items()}


def loss_of(model, tokens, targets):
    norm = lambda x, name: F.layer_norm(x, (WIDTH,), model[name + ".weight"], model[name + ".bias"])
    linear = lambda x, name: x @ model[name + ".weight"] + model[name + ".bias"]
    heads = lambda x: x.view(BATCH, LENGTH, HEADS, -1).transpose(1, 2)
    x = model["wte.weight"][tokens] + model["wpe.weight"][:LENGTH]
    for layer in range(LAYERS):
        name = f"h.{layer}."
        query, key, value = map(heads, linear(norm(x, name + "ln_1"), name + "attn.c_attn").chunk(3, -1))
        mixed = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + linear(mixed.transpose(1, 2).reshape(BATCH, LENGTH, WIDTH), name + "attn.c_proj")
        hidden = F.gelu(linear(norm(x, name + "ln_2"), name + "mlp.c_fc"), approximate="tanh")
        x = x + linear(hidden, name + "mlp.c_proj")
    logits = norm(x, "ln_f") @ model["wte.weight"].T
    return F.cross_entropy(logits.view(-1, VOCABULARY), targets.view(-1))


def main():
    model = weights()
    groups = [
        {"params": [tensor for tensor in model.values() if tensor.dim() == rank], "weight_decay": decay}
        for rank, decay in ((2, 0.1), (1, 0.0))
    ]
    optimizer = torch.optim.AdamW(groups, lr=6e-4, fused=True)
    loss = torch.compile(lambda tokens, targets: loss_of(model, tokens, targets), dynamic=False)
    times = []
    for _ in range(STEPS):
        batch = torch.randint(VOCABULARY, (BATCH, LENGTH + 1), device="cuda")
        torch.cuda.synchronize()
        begin = time.perf_counter()
        optimizer.zero_grad()
        loss(batch[:, :-1].contiguous(), batch[:, 1:].contiguous()).backward()
        torch.nn.utils.clip_grad_norm_(model.values(), 1.0)
        optimizer.step()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begin)
    step = statistics.median(times[WARMUP:])
    print(f"torch.compile {torch.__version__}, GPT-2 124M, {BATCH} x {LENGTH} tokens, f32: {1000 * step:.1f} ms a step,"
          f" {BATCH * LENGTH / step:,.0f} tokens/s")


if __name__ == "__main__":
    main()
